// SPDX-License-Identifier: Apache-2.0
// Bad usage and bad input: exit status 2, nothing on stdout, one line on stderr that names the
// option or the file and line.
#include <sys/stat.h>

#include <catch2/catch.hpp>

#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;

namespace {

// The error for a faulty broadcast on four leaves.
std::string refusal_of(const std::string& more) {
  const Words run{"run"};
  return refusal(run + "--arity 2 --height 2 --collective broadcast" + more);
}

std::string refusal_of_tree(const std::string& tree) {
  return refusal(words("plan " + tree + " --collective broadcast"));
}

// The error for a schedule file with this text.
std::string refusal_of_file(const Folder& folder, const std::string& text) {
  return refusal(Words{"check", folder.write("plan", text)});
}

const std::string kHeader =
    "romcast-schedule 1\nnetwork fat-tree arity 2 height 2\nports single\ncollective broadcast\n";

}  // namespace

TEST_CASE("with an unknown command or an unknown option there is a hint") {
  CHECK_THAT(refusal(Words{"frobnicate"}), Contains("--help"));
  CHECK_THAT(refusal_of("--frobnicate 3"), Contains("--frobnicate"));
  CHECK_THAT(refusal_of("more"), Contains("more"));
}

TEST_CASE("an option without its value or given twice is named") {
  CHECK_THAT(refusal_of("--source"), Contains("--source"));
  CHECK_THAT(refusal_of("--arity 3"), Contains("--arity"));
}

TEST_CASE("numbers of options are decimal") {
  const std::string ring = "run -n ring --processors 4 -c allgather ";
  for (const char* number : {"0x10", "+3", "1e3", "two"}) {
    CHECK_THAT(refusal(ring + "--rom-words " + number), Contains("--rom-words"));
    CHECK_THAT(
        refusal(std::string("sweep --plan -n ring --processors 4 -c gather --jobs ") + number),
        Contains("--jobs"));
  }
  // 012 is read as 12, not as octal 10: the error has the number as it was read.
  CHECK_THAT(refusal("run -n ring --processors 12 -c alltoall --rom-words 012"),
             Contains("holds 12"));
  CHECK_THAT(refusal("sweep --plan -n ring --processors 4 -c gather --jobs 0"), Contains("--jobs"));
  CHECK_THAT(refusal("rtl -n ring --processors 4 -c gather -o x --statistics 0x1"),
             Contains("--statistics"));
  CHECK_THAT(refusal("design --nodes 0x10 --degree 3"), Contains("--nodes"));
  for (const char* option : {"--time", "--seed", "--lut-words", "--baud", "--room", "--aim"}) {
    CHECK_THAT(refusal(std::string("board build ") + option + " 0x10"), Contains(option));
  }
  CHECK_THAT(refusal("run --frames 0x10"), Contains("--frames"));
}

TEST_CASE("options without effect are refused") {
  const std::string mesh = "-n mesh --dims 2x2 --tiles -c alltoall ",
                    ring = "-n ring --processors 4 ";
  const auto refused = [](const std::string& command, const std::string& text) {
    INFO(command);
    CHECK_THAT(refusal(command), Contains(text));
  };
  for (const char* option : {"queue-depth 1", "fit", "rom-words 3", "wave-nodes x", "as gather"}) {
    refused("run " + mesh + "--fabric-period auto --" + option, "means nothing with");
  }
  for (const char* format : {"schedule", "goal", "msccl", "s4noc", "poseidon"}) {
    refused("run " + ring + "-c gather --format " + format, "give the file");
    refused("view " + ring + "-c gather -o x.html --format " + format, "give the file");
  }
  for (const char* option : {"rom x", "control rom", "anyway", "rom-words 3"}) {
    refused("sweep --plan " + ring + "-c gather --" + option, "no effect with --plan");
  }
  for (const char* option : {"format goal", "as gather"}) {
    refused("sweep " + ring + "-c gather --" + option, "not files");
  }
  refused("sweep " + mesh + "--fabric-period auto", "runs no frames");
  refused("sweep --plan " + ring + "-c gather --plot-output x.svg", "--plot");
  refused("rom " + ring + "-c gather --fabric benes -o x", "--fabric");
  refused("explain trees-thm5 --arity 3", "leave the options out");
  refused("explain fibonacci -a greedy", "--algorithm greedy");
  refused("list claims -n ring", "--network ring");
  refused("list networks -c gather", "--collective gather");
  refused("list algorithms --all", "--all");
  refused("list algorithm -n torus", "algorithms");  // the list is unknown, not the option
  for (const char* option : {"output x.v", "seed 3", "aim 50", "lut-words 8"}) {
    refused("board run --port sim " + ring + "-c gather --" + option, "only board build");
  }
  for (const char* option : {"port sim", "baud 9600", "netlist", "netlist-file x"}) {
    refused("board build --board icebreaker " + ring + "-c gather --" + option, "runs nothing");
  }
}

TEST_CASE("a file that does not repeat is no fabric") {
  const Folder folder;
  const std::string file = folder.file("plan.txt");
  CHECK(call(words("plan -n ring --processors 4 -c allgather -o") + Words{file}).status == 0);
  CHECK_THAT(refusal(Words{"run", file, "--fabric-period", "auto"}),
             Contains("plan.txt: a fabric runs a schedule that repeats"));
}

TEST_CASE("what a scenario lacks is named") {
  CHECK_THAT(refusal(words("run --height 2 --collective broadcast")), Contains("--arity"));
  CHECK_THAT(refusal(words("run --arity 2 --collective broadcast")), Contains("--height"));
  CHECK_THAT(refusal(words("run --arity 2 --height 2")), Contains("--collective"));
  CHECK_THAT(refusal(Words{"check"}), Contains("file"));
  CHECK_THAT(refusal(words("rom --arity 2 --height 2 --collective gather")), Contains("--output"));
}

TEST_CASE("impossible sizes are refused with what is allowed") {
  CHECK_THAT(refusal_of_tree("--arity 1 --height 2"), Contains("--arity 1: ") && Contains("16"));
  CHECK_THAT(refusal_of_tree("--arity 17 --height 2"), Contains("--arity 17: ") && Contains("16"));
  CHECK_THAT(refusal_of_tree("--arity 2 --height 0"), Contains("--height 0: ") && Contains("20"));
  CHECK_THAT(refusal_of_tree("--arity 2 --height 21"), Contains("--height 21: ") && Contains("20"));
  CHECK_THAT(refusal_of_tree("--arity 16 --height 12"), Contains("--arity 16 --height 12: "));
  CHECK_THAT(refusal_of_tree("--arity two --height 2"), Contains("--arity two: "));
  CHECK_THAT(refusal_of_tree("--arity 2.5 --height 2"), Contains("--arity 2.5: "));
  CHECK_THAT(refusal_of_tree("--arity 4294967298 --height 2"), Contains("--arity 4294967298: "));
  CHECK_THAT(refusal(Words{"plan", "--arity", "", "--height", "2"}), Contains("--arity '': "));
}

TEST_CASE("capacity lists that are no capacities of the tree are refused") {
  const auto of = [](const std::string& list) {
    return refusal_of_tree("--arity 2 --height 3 --capacity " + list);
  };
  CHECK_THAT(of("1,2"), Contains("--capacity 1,2: 2 capacities for --height 3"));
  CHECK_THAT(of("1,2,2,2"), Contains("--capacity 1,2,2,2: 4 capacities"));
  CHECK_THAT(of("1,3,2"), Contains("--capacity 1,3,2: ") && Contains("decrease"));
  CHECK_THAT(of("2,2,2"), Contains("--capacity 2,2,2: c_1 = 2"));
  for (const char* list : {"growing", "1,x,2", "1,,2", "1,2,", "1,0,2", "1,-2,4", "1,2.5,3"}) {
    CHECK_THAT(of(list), Contains("--capacity") && Contains("constant, exponential"));
  }
  CHECK_THAT(of("1,2,4000000000"), Contains("--capacity 1,2,4000000000: "));
}

TEST_CASE("unknown values are refused with the known ones") {
  CHECK_THAT(refusal_of("--network rung"),
             Contains("--network rung: unknown") && Contains("fat-tree"));
  CHECK_THAT(refusal_of("--ports two"), Contains("--ports two: ") && Contains("single"));
  CHECK_THAT(refusal_of("--control luck"), Contains("--control") && Contains("rule"));
  CHECK_THAT(refusal_of("--algorithm best"),
             Contains("--algorithm best: unknown") && Contains("leaf-broadcast"));
  CHECK_THAT(refusal(Words{"list", "colours"}), Contains("colours") && Contains("networks"));
  const Words plan{"plan"};
  CHECK_THAT(refusal(plan + "--arity 2 --height 2 --collective reduce-all"),
             Contains("--collective reduce-all: unknown") && Contains("alltoall"));
}

TEST_CASE("an algorithm or an option that does not fit is refused with the reason") {
  const Words plan = words("plan --arity 2 --height 2 --ports multi");
  CHECK_THAT(refusal(plan + "--collective broadcast --algorithm phased"),
             Contains("--algorithm phased: not made for broadcast"));
  CHECK_THAT(refusal(plan + "--collective allgather --messages 2 --algorithm turn-nearest-first"),
             Contains("does not fit") && Contains("--messages 1"));
  CHECK_THAT(refusal(plan + "--collective alltoall --algorithm greedy --order sideways"),
             Contains("--order sideways: ") && Contains("ascending"));
  CHECK_THAT(refusal_of("--order ascending"), Contains("--order ascending: "));
}

TEST_CASE("numbers out of range are refused") {
  CHECK_THAT(refusal_of("--source 4"), Contains("--source 4: ") && Contains("0..3"));
  CHECK_THAT(refusal_of("--source -1"), Contains("--source"));
  CHECK_THAT(refusal_of("--messages 0"), Contains("--messages 0: "));
  CHECK_THAT(refusal_of("--messages 5000000000"), Contains("--messages 5000000000: "));
  CHECK_THAT(refusal_of("--queue-depth 0"), Contains("--queue-depth 0: "));
  CHECK_THAT(refusal_of("--rom-words many"), Contains("--rom-words"));
}

TEST_CASE("a credit switch with one place per port is refused, it could not work") {
  const Words run = words("run --arity 2 --height 2 --collective alltoall");
  CHECK_THAT(refusal(run + "--algorithm upward-first-credit --queue-depth 1"),
             Contains("--queue-depth 1: too shallow"));
}

TEST_CASE("a file to check that never ends, or is none, is refused") {
  const Folder folder;
  const std::string pipe = folder.file("pipe"), large = folder.write("large", "x");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  std::filesystem::resize_file(large, (std::uintmax_t{1} << 32) + 1);  // sparse
  for (const Words& check : {words("check"), words("check --format goal")}) {
    const auto of = [&](const std::string& file) { return refusal(check + file); };
    CHECK_THAT(of("/dev/zero"), Contains("/dev/zero: is a device"));
    CHECK_THAT(of(pipe), Contains("pipe: is a pipe"));
    CHECK_THAT(of("/"), Contains("/: is a folder"));
    CHECK_THAT(of(large), Contains("large: has 4294967297 bytes"));
  }
  CHECK_THAT(refusal(words("run -k 2 -H 2 -c gather --rom /dev/zero")), Contains("cannot be read"));
}

TEST_CASE("a schedule file that is none is refused with file and line") {
  const Folder folder;
  const auto of = [&](const std::string& text) { return refusal_of_file(folder, text); };
  CHECK_THAT(of(""), Contains("plan:1: "));
  CHECK_THAT(of("romcast-schedule 2\n"), Contains("plan:1: version '2'"));
  CHECK_THAT(of(kHeader + "hops\n1 p0 s1.0 0\n"), Contains("plan:6: ") && Contains("truncated"));
  CHECK_THAT(of(kHeader + "hops\n1 p0 s1.0\nend\n"), Contains("plan:6: 3 words"));
  CHECK_THAT(of(kHeader + "hops\n1 p4 s1.0 0\nend\n"), Contains("plan:6: no node 'p4'"));
  CHECK_THAT(of(kHeader + "hops\n1 p0 s2.0 0\nend\n"), Contains("plan:6: no link"));
  CHECK_THAT(of(kHeader + "colour red\nhops\nend\n"), Contains("plan:5: 'colour'"));
  CHECK_THAT(of(std::string(100'000, '\xff')), Contains("plan:1: "));
}

TEST_CASE("a schedule file that cannot be read is refused") {
  const Folder folder;
  CHECK_THAT(refusal(Words{"check", folder.file("none")}), Contains("none: cannot be read"));
  CHECK_THAT(refusal(Words{"check", folder.file("")}), Contains("is a folder"));
}

TEST_CASE("output that cannot be written is refused and leaves nothing behind") {
  const Folder folder;
  const Words tree = words("--arity 2 --height 2 --collective gather");
  const std::string path = folder.file("no/such/folder");
  for (const char* option : {"--json", "--save-plan", "--save-trace"}) {
    Words run{"run", option, path};
    run.insert(run.end(), tree.begin(), tree.end());
    CHECK_THAT(refusal(run), Contains(path) && Contains("cannot be written"));
  }
  CHECK_THAT(refusal(Words{"list", "--json", path}), Contains(path));
  CHECK_THAT(refusal(Words{"list", "--json", folder.file("")}), Contains("cannot be written"));
  CHECK_THAT(refusal(Words{"plan", "-o", path} + "--arity 2 --height 2 --collective gather"),
             Contains(path));
  CHECK(folder.entries() == 0);
}

TEST_CASE("a ROM folder that cannot be written or is something else is refused") {
  const Folder folder;
  const auto rom = [](const std::string& path) {
    return refusal(Words{"rom", "-o", path} + "--arity 2 --height 2 --collective gather");
  };
  CHECK_THAT(rom("/proc/romcast"), Contains("/proc/romcast: cannot be written"));
  CHECK_THAT(rom(folder.write("file", "mine")), Contains("is there already"));
  CHECK(content(folder.file("file")) == "mine");
  std::filesystem::create_directory(folder.file("dir"));
  (void)folder.write("dir/file", "mine");
  CHECK_THAT(rom(folder.file("dir")), Contains("is there already"));
  CHECK(content(folder.file("dir/file")) == "mine");
  CHECK(folder.entries() == 2);
}

TEST_CASE("a ROM that is too small is refused with how much is needed") {
  const Words alltoall = words("run --arity 2 --height 2 --collective alltoall");
  CHECK_THAT(refusal(alltoall + "--control rom --rom-words 4"),
             Contains("words, its ROM holds 4") && Contains("--rom-words"));
  const Folder folder;
  CHECK_THAT(refusal(Words{"rom", "-o", folder.file("rom")} +
                     "--arity 2 --height 2 --collective alltoall --rom-words 4"),
             Contains("its ROM holds 4"));
  CHECK(folder.entries() == 0);
}

TEST_CASE("a waveform needs nodes and a name that says its format") {
  CHECK_THAT(refusal_of("--wave-nodes s1.0"), Contains("--wave"));
  CHECK_THAT(refusal_of("--wave x.vcd"), Contains("--wave-nodes"));
  CHECK_THAT(refusal_of("--wave x.vcd --wave-nodes s9.9"), Contains("--wave-nodes s9.9: "));
  CHECK_THAT(refusal_of("--wave x.vcd --wave-nodes p0"), Contains("--wave-nodes p0: "));
  CHECK_THAT(refusal_of("--wave x.txt --wave-nodes s1.0"), Contains(".vcd or .fst"));
  CHECK_THAT(refusal_of("--wave /no/such/x.vcd --wave-nodes s1.0"), Contains("cannot be written"));
}

TEST_CASE("what the hardware of a fully connected network cannot do is refused") {
  const auto refused = [](const std::string& more) {
    const Words run{"run", "--network", "complete", "--collective", "broadcast"};
    return refusal(run + more);
  };
  CHECK_THAT(refused("--processors 8 --fabric benes --control rule"), Contains("--control rule"));
  CHECK_THAT(refused("--processors 8 --fabric torus"), Contains("--fabric"));
  CHECK_THAT(refused("--processors 8 --audit"), Contains("--audit"));
  CHECK_THAT(refused("--processors 8193"), Contains("--processors 8193"));
  CHECK_THAT(refused("--processors 4097 --ports 2"), Contains("8194 lines"));
  CHECK_THAT(refused("--processors 40 --ports 32"), Contains("--ports 32"));
  CHECK_THAT(refused("--processors 8 --messages 65537"), Contains("--messages 65537"));
  CHECK_THAT(refused("--processors 8 --messages 5 -a circulant --control rom --rom-words 1"),
             Contains("--rom-words 1"));
}

TEST_CASE("a fabric is for fully connected networks only") {
  CHECK_THAT(refusal_of("--fabric crossbar"), Contains("--fabric crossbar"));
  CHECK_THAT(refusal(words("run --network star --symbols 3 -c allgather --fabric benes")),
             Contains("--fabric benes"));
}

TEST_CASE("where no algorithm fits, the reason is that of the one for the network") {
  CHECK_THAT(refusal(words("plan -n dgx1 -c scatter -p multi --messages 400000000")),
             Contains("2800000000 deliveries are too many to keep"));
}
