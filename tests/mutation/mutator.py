# SPDX-License-Identifier: Apache-2.0
"""Small faults in the text of a Verilog module: one operator, constant, term or assignment changed.

Nothing is parsed but what is needed: comments are blanked, then tokens and brackets are enough for
the style of rtl/. Ports, declarations, illegal-parameter guards and what only names `unused` wires
are left alone.
"""
import re
from dataclasses import dataclass

TOKEN = re.compile(
    r"\d*'[bdh][0-9a-fA-F_]+|\d+|\.?\$?[A-Za-z_]\w*|<=|>=|==|!=|&&|\|\||<<|>>|\+:|-:|[^\s\w]")
PAIRS = {'(': ')', '[': ']', '{': '}'}
SWAPS = {'==': ['!='], '!=': ['=='], '<': ['<='], '>': ['>='], '>=': ['>'], '&&': ['||'],
         '||': ['&&'], '+': ['-'], '-': ['+'], '<<': ['>>'], '>>': ['<<'], '&': ['|'],
         '|': ['&'], '^': ['|'], '~': [''], '!': [''], 'posedge': []}
BINARY_AFTER = re.compile(r"[\w)\]}]$")  # the character before a binary operator
ENDS_TERM = {'(', ')', '[', ']', '{', '}', ',', ';', '?', ':', '=', '<=', '||'}


@dataclass(frozen=True)
class Mutant:
    file: str
    line: int
    kind: str
    begin: int
    end: int
    new: str

    def apply(self, text):
        return text[:self.begin] + self.new + text[self.end:]


def blank_comments(text):
    """The same text, comments and attributes replaced by blanks."""
    return re.sub(r"//[^\n]*|/\*.*?\*/|\(\*.*?\*\)(?!\))", lambda m: re.sub(r"[^\n]", " ", m[0]),
                  text, flags=re.S)


def untouchable(code):
    """Intervals that are not changed."""
    header = code.index(");", code.index("module ")) + 2
    spans = [(0, header)]
    for found in re.finditer(r"\b(?:reg|wire|input|output|integer|genvar|function)\b[^;=]*", code):
        spans.append(found.span())  # declarations and the widths in them
    for found in re.finditer(r"\blocalparam\s*(\[[^\]]*\])?\s*\w+\s*=", code):
        spans.append(found.span())
    for found in re.finditer(r"wire unused\w* = [^;]*;|if \([^;]*?begin : g_unused", code):
        spans.append(found.span())
    for found in re.finditer(r"\n    if \([^;]*?begin : g_illegal\w+\s+\w+ illegal \(\);\s+end(?=\n)", code, flags=re.S):
        spans.append(found.span())
    for found in re.finditer(r"#\(\s*\.\w.*?\n\s*\) \w+ \(", code, flags=re.S):
        spans.append(found.span())  # parameters of an instance
    for found in re.finditer(r"\{(\s*\([^{}]*\)|[\w\s*+-]+)(?=\{)", code):
        spans.append(found.span())  # a number of repetitions: a width
    for found in re.finditer(r"\[[^\[\]]*[^+\-\[\]]:[^\[\]]*\]", code):
        spans.append(found.span())  # a field of constant width
    for found in re.finditer(r"`\w+.*", code):
        spans.append(found.span())
    return spans


def tokens_of(code):
    return [(m[0], m.start(), m.end()) for m in TOKEN.finditer(code)]


def matching(tokens):
    """Index of the partner of every bracket."""
    partner, stack = {}, []
    for i, (word, _, _) in enumerate(tokens):
        if word in PAIRS:
            stack.append(i)
        elif word in PAIRS.values() and stack:
            partner[i] = stack.pop()
            partner[partner[i]] = i
    return partner


def term_after(tokens, partner, at):
    """End of the operand behind token `at`, at least as tight as && and ||."""
    i = at + 1
    while i < len(tokens) and tokens[i][0] not in ('&&',) + tuple(ENDS_TERM - set(PAIRS)):
        i = partner.get(i, i) + 1 if tokens[i][0] in PAIRS else i + 1
    return tokens[i - 1][2]


def term_before(tokens, partner, at):
    i = at - 1
    while i >= 0 and tokens[i][0] not in ('&&',) + tuple(ENDS_TERM - set(PAIRS.values())):
        i = partner.get(i, i) - 1 if tokens[i][0] in PAIRS.values() else i - 1
    return tokens[i + 1][1]


def is_assignment(code, tokens, partner, i):
    """`<=` of a nonblocking assignment: a statement begins before its left side."""
    j = i - 1
    while j >= 0 and tokens[j][0] in (']', '}'):
        j = partner.get(j, j) - 1
    begin = j if tokens[i - 1][0] != '}' else j + 1
    before = tokens[begin - 1][0] if begin else ';'
    return before in (';', 'begin', 'else', ')') and (before != ')' or '\n' in code[
        tokens[begin - 1][2]:tokens[begin][1]] or tokens[i][0] == '<=' and before == ')'), begin


def constants(word):
    """Neighbours of a number; sized ones wrap."""
    sized = re.fullmatch(r"(\d*)'([bdh])([0-9a-fA-F_]+)", word)
    if not sized:
        return [str(int(word) + 1)] + ([str(int(word) - 1)] if int(word) > 0 else [])
    size, base, digits = sized.groups()
    radix = {'b': 2, 'd': 10, 'h': 16}[base]
    value, limit = int(digits, radix), 1 << int(size or 32)
    wanted = sorted({(value + 1) % limit, (value - 1) % limit} - {value})
    show = {'b': lambda v: format(v, 'b').zfill(int(size or 1)), 'd': str,
            'h': lambda v: format(v, 'x')}[base]
    return [f"{size}'{base}{show(v)}" for v in wanted]


def ternary(code, tokens, partner, at):
    """(begin, end, text) that swaps the branches behind the `?` at a token."""
    i, nested = at + 1, 0
    while i < len(tokens):
        word = tokens[i][0]
        if word in PAIRS:
            i = partner.get(i, i)
        elif word == '?':
            nested += 1
        elif word == ':':
            if nested == 0:
                break
            nested -= 1
        i += 1
    colon = i
    while i < len(tokens) and tokens[i][0] not in (';', ',', ')', '}', ']'):
        i = partner.get(i, i) + 1 if tokens[i][0] in PAIRS else i + 1
    if i >= len(tokens) or colon >= len(tokens):
        return None
    first = code[tokens[at][2]:tokens[colon][1]].strip()
    second = code[tokens[colon][2]:tokens[i - 1][2]].strip()
    return tokens[at][2], tokens[i - 1][2], f" ({second}) : ({first})"


def mutants_of(name, text):
    """Every mutant of a file, in the order of the text."""
    code = blank_comments(text)
    spans = untouchable(code)
    tokens, found = tokens_of(code), []
    partner = matching(tokens)
    free = lambda begin, end: not any(a < end and begin < b for a, b in spans)

    def add(kind, begin, end, new):
        if free(begin, end) and code[begin:end] != new:
            found.append(Mutant(name, code.count("\n", 0, begin) + 1, kind, begin, end, new))

    for i, (word, begin, end) in enumerate(tokens):
        before = tokens[i - 1][0] if i else ';'
        binary = bool(BINARY_AFTER.search(before)) and before not in ('begin', 'else', 'if')
        if word == '<=':
            assigns, start = is_assignment(code, tokens, partner, i)
            if not assigns:
                add('operator', begin, end, '<')
                continue
            stop = next(j for j in range(i, len(tokens)) if tokens[j][0] == ';')
            add('lost assignment', tokens[start][1], tokens[stop][1], '')
        elif word in ('+', '-', '&', '|', '^') and not binary:
            if word in ('&', '|'):
                add('reduction', begin, end, '&' if word == '|' else '|')
        elif word in SWAPS:
            for new in SWAPS[word]:
                add('operator', begin, end, new)
            if word in ('&&', '||'):
                add('lost term', begin, term_after(tokens, partner, i), '')
                add('lost term', term_before(tokens, partner, i), end, '')
        elif word == '?':
            swapped = ternary(code, tokens, partner, i)
            if swapped:
                add('branches', *swapped)
        elif word[0].isdigit() or word[0] == "'":
            for new in constants(word):
                add('constant', begin, end, new)
    return found
