// SPDX-License-Identifier: Apache-2.0
// Patterns (tail.hpp) that search_tail found. `labels` contains TailPattern::steady and then
// TailPattern::last, each number as a letter from 'a' (0) on.
#include <algorithm>
#include <array>
#include <string_view>

#include "schedules/logp/tail.hpp"

namespace romcast::logp {
namespace {

struct TailTable {
  std::uint32_t latency, receivers, period, repeated;
  std::string_view labels;
};

constexpr std::array<TailTable, 79> kTailTables{{
    {1, 3, 2, 1, "acbcabacbcbdedcdee"},
    {1, 5, 3, 1, "addbcbadcdcdadbabgecedcbdcfdfeggedffefgg"},
    {1, 6, 3, 1, "addbccdadbccddabccaddbcddbcgeeefedfcgegfdffgfegg"},
    {1, 7, 3, 1, "addbdccdadcbdcddadcbcaddbcdcebedecddfcefefgeffdggfggggfe"},
    {1, 9, 4, 1,
     "aededebceeadbecdeceeadeebcdeecabcdedaedcedegeebffhedcffichggifdgghedffhihhggfihehifiiihgig"},
    {1, 10, 4, 1,
     "aeeecdeddbcaeedebdedeeaedcbdeeceeaedcdbeafgdfedfebdbceefedghfihgcdgefehefhggfhdgghefiihgiiigi"
     "ihhiihf"},
    {1, 11, 4, 1,
     "aeeedbecdcdeaebddcdeceeeaddedbcceeeeadedcdcbafecdbehedegbcefededeffefggfgdhcgeggfiihgfhdhhihe"
     "hifggiiihihgfiiih"},
    {1, 12, 4, 1,
     "aeeecedcddebeaeeccbeddedeeaecddcedbeeeeacdbecddeaechdecedfdbfbedeffcedfehhgfcdgfgeefgffehhdgi"
     "ggheihiighifhigigigfiihhihi"},
    {1, 13, 4, 1,
     "aeeeeddebcecdcaeeeedcddbeedeaebceeeddcedeeaddcceeeebaeeedfgebcecdebcfeddfegffegffdfgeifecigfh"
     "hgghfdghgehigghheihifihihiiiiihghihgf"},
    {2, 2, 2, 1, "accaacdbcd"},
    {2, 3, 2, 1, "aeceacaecfbdcfeedf"},
    {2, 4, 3, 1, "adeceacdcdaeagecdbgeefchgdfghehf"},
    {2, 5, 3, 1, "afedceacdffeadcafcgedbgefhhefcfghdggefhh"},
    {2, 6, 4, 2, "aeefdceaedfcfeaecddeeacfaeedfcgbfedfefchgghghfidiigiehfhighi"},
    {2, 7, 4, 1, "adfeefceadffcefeadfecdfeacfeaffhghhfbgdegfihcejfggihjfdihjigijejgjihij"},
    {2, 8, 4, 1,
     "agefedfcfagfedcgdfageegcefcaegdgaffdehhcibgfgediegchfjgjhijjhdfgjjhiigiefhigjijh"},
    {2, 9, 5, 2,
     "aedeffgcgfafegdgecffaeggcedffgadecfefggdaceffaecdfehggfbdgegfhhgigihhecfijhjgfjidhkiejjgkikgk"
     "kikijjjhjhkikfk"},
    {2, 10, 5, 2,
     "affefgecdgfafggeefdcffaeecggfdggfaffecdeeefgadcfgfagcdgfefeffbggfeghhdifihehhcgghhfiijigdjjik"
     "ekgjjihkjjkhifkkigkhjjkkijk"},
    {2, 11, 5, 1,
     "aegfgdfecfgfaefegggfcdgfaffcedgegefgafdgfcgefgefagecfdgahhfgkfigdkjbidfgihhghkkcgilhgfjefglkh"
     "djjihihlkjligekijijfhkjklllllijljhlkjkg"},
    {2, 12, 5, 1,
     "ahgggchgedfhfahghfdceghfhgadfhgffhecfcgahhdgfhehdfgfaegghcfeaghfjcggedhhgbighkedfhgifichgjjij"
     "gjekfgdkllhhiijljjkeihkijlgihkjlhillkfkjllligkjklkl"},
    {2, 13, 5, 1,
     "ahfcghgedegfhhacfgehgdfhghfhahghdeffcgegfgahfghhhedchghgacdehegffahcghihehegfgfbhhgfigdheiijg"
     "icjhjieghjjkldjijkhikigfhilielgkkjjkkljkkkkfljllhhikjllgljlikll"},
    {2, 14, 6, 2,
     "aeggfhdcggeffieadghfhggcgffeggaifhidhfgcfehgiagfegcfdgfefhdeagciggheffiheghagfdgecffaecdfggff"
     "hehkggbigihdhjgiefjijehhkhciiglgffikijijlhdjghkkkjkemkigjljihjhljlflkmlmkmillmmkjmmlkhmjlmmgl"
     "mlijkmkilm"},
    {2, 15, 6, 2,
     "aghhhgfihdcfeefgafeihfdhgghefcggagehgdceiffhfhggafegeihcdgffhghgagdfceffihgegfhgafheghfdchahh"
     "fgggfghcfeedgbjiihfhedjhfhihichejijiifgkghjgidhihkkjmkijfkkkjkllejglihijimmmlfjllkhljkklllljm"
     "kmhmkjmmmmjgkmkmimlimlll"},
    {2, 16, 6, 2,
     "agffhgehcgegfghdgafhfghegihegcdfhgafghfiedegcggffghagfgdhheggecfhhfgagcefehdigfgffihgagegcefd"
     "ghgaiffggghchegedfggbgdhfefgihhhiihkgcjjhjghfiiiheihjjiikhjigkfjjldillheilkkkgjkkjjlkkmlmiljj"
     "mkfmhlmmmkklkilljlmgmmjhilmjmmmmlmllkk"},
    {2, 17, 7, 1,
     "aghifcdefhihighifhahdiheiifgcihfgghfahgihfiihecdiighgiaheihfidfcifigigiiahdicehfgfhigggiiiaid"
     "gefhicheghgeiihchiggfiedahaikdecfijhgjfignfkbiifhikggjdeghjhhlceijlhmkigijjlmjohkkfdlnjmijmmk"
     "iigjjoonellkklkihkmkmmjljmfinlohkolojoolnknimlmmlogolmnnmkmjknhnnolinnnllnmooooooknnmj"},
    {2, 18, 7, 1,
     "afgiidfeihgihgceghhahighffecgfiiehhdhiafifghihihicfedhiihagighgcfedefhifichiafhdhefhiegfggieh"
     "ghafdcghfghiheieiihhhigahfgcefiigaggjhdfhfhjokicgieobiiifgigdhigljefhijchehjgjfijhkiigjkfkdll"
     "ijhklhjjkljihmlkjikmimmgleoolkmnmlkjmnlinnnofkmllijmnmnoongmonlmknjlonmolkmlokmhnnnmnonoonoln"
     "oklimmjoo"},
    {2, 19, 7, 1,
     "ajdgijgcjiigffhegeifafiehggdeighhjfchghfagijhigjfijhedgechifaghcjdehfeiggghhegihadhjgjiifcegh"
     "ffghghjafdcfgeifhjjhighiihhjfgdafeifcgigaicgfkfjohiihlgedgehbkdkjhhjkggffiiieigolieflchihhiij"
     "jkjkkhdkiiknljjjmglfjonokinmlgkemmkjjhkmijilojjhoonflllmmolkmmnjonmmmilkonknngllljmllnjlmnnnk"
     "oomnmhnmnmoonikoomonklono"},
    {2, 20, 7, 1,
     "agiejhhghidcffhhejfjfaeijhhhichfdgjfhgjehjafgijfdfhihggjheecjghaeidghgeifgifchghhghiafgihijej"
     "giigedcfhjiiahfdigjfgeeiggcjihjghdfhfggihaeigjcagcejfghhdikjhhiegfhjbihiliifidgefghmhgjhjjjkh"
     "hkiomcfjjgiikelikdhjkmkjjnkiolfnjgkklneilgjhljmknklllimnfklknjlmhilomjkommglmmnnmlmlkmnniojjo"
     "knonlmojoonnlomkmokhnomooomonnkooillnnmno"},
    {2, 21, 7, 1,
     "aheghificfidgfhheiiihdahhffgghgeihgiifcgieghafgihhfghgiiidieceihicagiihigeeggdhfghiffighafecg"
     "hgidhehiiigfifiehaihhfgghdgiegicighigeiefhhhhfagciidgfahciegfgifilijhjjdhijibihmilkhhfdlhifig"
     "eghjikkhfjiclmhkggkejjhinjmdkkkojjhjhkkigiilfekjmljhmlikkgimllmljkklfnimnjmolnjllhokmnnlmolgl"
     "ilnnjmmnnnknkooonljnnmhomoonojomlokmmonoooonkkniomomnonml"},
    {3, 2, 2, 1, "aeeaaecbed"},
    {3, 3, 2, 1, "aedeadadeebfcfgggd"},
    {3, 4, 3, 2, "afedeafdfeadaefdfbeghgcfghhedfgh"},
    {3, 5, 4, 2, "adegffageddeagfefgadadefgebhhfficjhjjgdihfigjihjie"},
    {3, 6, 4, 2, "agfgdefagedgfgagedgefagdagfgdeebhfghhfciigjjgdhiihijjfgijhej"},
    {3, 7, 5, 2,
     "adehhfgfahehdgfhahegdgehahdfeghhadfadejhihgbifehkfhcijjgjkhdgkilikhlejhjlkillkljlkgf"},
    {3, 8, 5, 2,
     "ahfghdehhahghdfehgahefdheggahhfdhghgahdeahfgedgkfbijhiehhjcigkiflkjdihjgklkhjeliigllkjfjjihkl"
     "lkl"},
    {3, 9, 7, 2,
     "ahhgfghedeafghhdhgghahfdheggdhahefhghgehafgdhfhgdeghhahfggheadhahghefghdfbighhieijjcijghifhgk"
     "dikjjklkjklielhkihlkllgjilljfjkkl"},
    {3, 10, 6, 2,
     "afggihehdiiagheihfdigiaihihdgeighadfegihgihhaiheidideiiahfigaijdikkiehgbmkeihfijihcglfjljilkh"
     "jkjmgdnknlijheknlmjilfmnmlkjmkmnnlnkgnlnnmlijmm"},
    {3, 11, 6, 2,
     "aihfigedhihhaigighfdeihiagfheighdigiaihefdhhgigiaehhfdiighfhaeighdaijdehhjjlikbhkiiegifhgkcfj"
     "miihklljkikgldnhjjhinmlnmemkinmlnkklmjfnlnmhjmklnnmmljlngnkim"},
    {3, 12, 5, 2,
     "aiihgfihedhghaiigfedhghihhaigfhiiedgihhahgifdgieiihhaedhigfgaihhigjkedhgjbiijjfeignhmjclgiihj"
     "kfkkgkdlkhilljjillnelkjmhkmfknjkmmnnmlinmjkmnlmgjmnlnmmnhnlknil"},
    {3, 13, 6, 2,
     "aigihhgiefhdihaggiideihihfihaigghifidehghgaihiefdhiihhghaieiifigdihghhaiegidifaigdjiehhfigijb"
     "jiifgkeihjhgmckhjjijkfikkkkhllijlgldjljmlehmnimkklnnimmmnfkljlnilljnnkmmnnmgmhnnkkllnjmnm"},
    {3, 14, 6, 2,
     "ajhkfijjhhgdeghakkigdjjhegfhhiaegikfdjikgikihakjejdgkfighiikafkhkgegdhfjkihagdkhegkiajigeihhf"
     "jkdgmjbkljjeiohfhkkkncjfkmlknlihgomhdknlkgljloinhnmplpjmkomelmpmklfonlimqnjgklnmonmqpnjpoqloo"
     "opkphqqnmplqpqqqjopmpoqnpoqpnmqqnoiplq"},
    {3, 15, 7, 2,
     "ajgifjhhgjikhedjakgjhjfjhkgdeiejakfijgjidhhhkfdjakkghjegijhiigkfahihdjgejkkghfgkakekhjikidkij"
     "hkiagdfhgejhaimdeighgjkhjflhbjkkljihmfkenilgcjhflkkljinonnkopmjkgjimohkdmlkilmhjmolpoekinlnfp"
     "mmokpmljopmglnnonlnijkpmopnopkponpolmmjkopmoonpphnnplp"},
    {3, 16, 6, 2,
     "aijfhikjkgidhjeghajfiiijgdkhehkihjaikikjgjeihdkghjkaijfdikgkjhehhghkajdjiejigifhikhijagdekfgj"
     "ijiaiidhfiojegkkkmmibjfelhjikpljikgjnclkjplkgnifjhikhlknklgllidmmjjplkolimnmmjnhlekmqmnjmqioo"
     "konfnlokpgmojpnnlmpqoqnmopqnkkhpqponloqpnmppoqqqmjloqnloqqoqnmpioqqppp"},
    {4, 2, 2, 2, "aeeaaeedcb"},
    {4, 3, 3, 2, "afeeaffeaaeffbgdfeggc"},
    {4, 4, 4, 2, "agfefagefgaegefaafgegbhiigchehighifd"},
    {4, 5, 4, 2, "ahfeggahfeegahfgheafafihkhbgjijhcigijhdhkkjefgikkj"},
    {4, 6, 5, 3, "aighfehaifgehfaigeeghaifhgefaiaihgfefbjhighgcikjjkidhlllkjeiihgllkkjlkjf"},
    {4, 7, 5, 2,
     "afighiehaiifegfhaigeigfiaheihigiafeagkiefhmbjghilkiclgjihjidmmkimlmjkeflhkkljlkmjlgm"},
    {4, 8, 6, 3,
     "aihifegjiaighfjefiaihgjehiiajgefhfiiajegjhfgiaeiakjieihgkbihfgjjghckjlmijlhdlmikminjmeklhnmmi"
     "nlnnjklnjnflmlnkkgm"},
    {4, 9, 6, 2,
     "afjhigjeijajfihjiehiagjfjeiijiajgefjjfihagejjjjifiahgeaokijhjefjbnmofigjgjchliklkmhjdilnkmknm"
     "keoljinfojkmmollklongomnomilmnhno"},
    {4, 10, 6, 2,
     "ajjiihgjefiajgijehfjijaijghejfijjajghiefjgjhaiejfijjghiaifjeajjiifgkehnbljjinglfkhclmjkigolmn"
     "dkhlmjiokimelmjnnjnoklofomjgoknonilommlmonkonhl"},
    {5, 2, 2, 2, "aggaafedcb"},
    {5, 3, 3, 2, "aghhaffgaahggbhhefdgc"},
    {5, 4, 4, 2, "aghfgahfhfaghfgaafhjhbiijichijjdehgf"},
    {5, 5, 4, 2, "ahigffaihgfiahggfiahafggigblhkihclhklidjlkjifejkkl"},
    {5, 6, 5, 3, "aifjhgfaighjghaijfgjiahfigjhafamfjihibhkjgkjcihljlkdkilgjhmmmklmejfimllk"},
    {5, 7, 6, 3,
     "akfhjiggaikfjhijakghffgkaijhhkigajfkhfjiagahkjgmohblkijgljcnmikmnjdlkiokmlenjgoomjlmklihoonnm"
     "nokfl"},
    {5, 8, 6, 3,
     "aikkghjfgaihkjkfjhakgkfihijakgfkkgjhakifkhgikafjakikghjfgbklijhmmhcimkljnijdklonkmmjeonlloonn"
     "migonnmlfkkhjloonmo"},
    {5, 9, 7, 3,
     "aklljghfikalhgikjfglaklikhfklhafigkjgilkaklhflljihafkggfhkljailamkllfgjiibmnhnnklhocijlomnmiq"
     "dpklnjokjqepplmlnppqmkfonqloiompqplomngjqpqpnkmqqoh"},
    {5, 10, 6, 3,
     "aklhijklgfkajlklfhgilkajkilfhghijakllgfklklkajfihgjkilkaglfhakljkpmilfgbkhnmlnjioncmljkhimmlp"
     "diknoojlompenojkqpmoqqfplnknhqloqqpmoqpnomlgmqnkqinpojqpp"},
    {6, 2, 2, 3, "aggaaggfedcb"},
    {6, 3, 3, 2, "aighagihaahigbhdefiic"},
    {6, 4, 3, 2, "aihghaigihagaikjibjkkjcijeigdkfh"},
    {6, 5, 4, 3, "aihjgjaihghjaigihjagajghikbhijlicjkjfklgikjdlellkh"},
    {6, 6, 5, 3, "aikjghkahjgikhajiggjiakhjgkiahagijkhkblimnjmcklinkmdjlflnmnkliklejmnhngm"},
    {6, 7, 6, 3,
     "aihlgkjhaijklgikalhgjgijalkhjghkaligklhiajahilgmjibhnlkmlncjmikompdknlponmelogpmkopnjioppohml"
     "lonfp"},
    {6, 8, 8, 4,
     "ahljkimgiahjmkgljmakhilgmhlaijgkimjlakghjghikalmhglkijamlgihjkmaalmknighjbipmkhlnmclkojipnodj"
     "lkmlokmenqqmknjqqppoqlopmngqpqnlfmoihpqopon"},
    {6, 9, 7, 3,
     "ammlijkhgkahmmjligimakmjhlgkihajlmmgmjkmalhgihlikmajgmjlmikhagmaqrkijlnmhbkomlnjioncrlkjmrmlp"
     "dqnokjkmnleqpoqlrmpnfqqoqponrorlhrijqorkppnoqmppgrn"},
    {6, 11, 8, 3,
     "angmnkjmhilnahmknjmligliammnnjgnhmnianjnglhkiklmanhmnjgmkhnmaingjlmnhljkaimngmnkilmnagnhapirl"
     "mgnhjnpbkntnjhpioircqokpolrjqopdnpljqkmrklmeqnrotpmnsorfqlspstqgsmostmnrnjtppsrstqtotqtsrkqis"
     "qssrlqttproh"},
    {7, 2, 2, 3, "aiiaahgfedcb"},
    {7, 3, 3, 3, "aihhaiihaaihghfdecibi"},
    {7, 4, 4, 3, "aihjjaihhjaiihjaaijhibkjkfhdjkgiejck"},
    {7, 5, 4, 3, "akijhkaijhijakhkjiahajikhibjlkklcjmmfghilmkdjeklml"},
    {7, 6, 5, 3, "akljihiahlkjklajihilhajkjiklahanlijkmbklijkmcjnonomdkljkoomholinemfgnmon"},
    {7, 7, 6, 3,
     "ajklmihkailhmjlkamhijhijakmlkmhjailkjilmahapmlikhkbimjqlpjcnmoklokdpmnqmlpenoghoqnpmmlnjofqnq"
     "qokip"},
    {7, 8, 7, 4,
     "ajlminkhkamiljnhlianmjkhjlmaknihnjikalmhlnjimakhjnlmkiahaijmlknhoblnimkjnjckopmlrkmdnolpmqnoe"
     "lprqnprrfqoprqjmroklorqpngnhpopqqri"},
    {7, 9, 8, 4,
     "amokpinjhjakmhnpliknapjhiolmnkaljohipjnlaohkimjlhiakonpnokmjahihlipkmnajanorqikhjmblknroqpojc"
     "mpnlksktsdmqpnlsqrlemnpopmnsoftrqtpqqtsrjrroknltsstisptrpqohqrtpsogtm"},
}};

}  // namespace

std::optional<TailPattern> known_tail(std::uint32_t latency, std::uint32_t receivers) {
  const auto* table = std::ranges::find_if(kTailTables, [&](const TailTable& one) {
    return one.latency == latency && one.receivers == receivers;
  });
  if (table == kTailTables.end()) return std::nullopt;
  TailPattern pattern{.latency = latency,
                      .receivers = receivers,
                      .period = table->period,
                      .repeated = table->repeated};
  const std::size_t steady = std::size_t{table->period} * receivers;
  for (const char label : table->labels) {
    auto& labels = pattern.steady.size() < steady ? pattern.steady : pattern.last;
    labels.push_back(static_cast<std::uint8_t>(label - 'a'));
  }
  return pattern;
}

}  // namespace romcast::logp
