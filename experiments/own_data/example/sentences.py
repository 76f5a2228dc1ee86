#!/usr/bin/env python3
"""Sentences of a small grammar, and the tree of each over its classes of words.

    sentences.py [N [SEED]] > sentences.csv

"She sees the cat with the tail" and "... with the lens" have the same classes of words and different trees: the last noun alone
tells whether `with` belongs to the cat or to seeing.
"""
import random
import sys

WORDS = {
    "D": "the a one this", "A": "old small red quick", "N": "cat dog girl man bird fox", "V": "sees finds follows hears",
    "R": "today often here", "part": "tail hat scarf collar", "tool": "lens lamp map horn",
}


def word(kind, draw, label=None):
    return draw.choice(WORDS[kind].split()), label or kind


def node(label, *parts):
    return " ".join(words for words, _ in parts), f"({label} {' '.join(tree for _, tree in parts)})"


def with_phrase(kind, draw):
    return node("PP", ("with", "P"), node("NP", word("D", draw), word(kind, draw, "N")))


def noun_phrase(draw):
    rule = draw.random()
    plain = [word("D", draw)] + [word("A", draw)] * (rule < 0.25) + [word("N", draw)]
    if rule < 0.75:
        return node("NP", *plain)
    return node("NP", node("NP", *plain), with_phrase("part", draw))


def verb_phrase(draw):
    rule = draw.random()
    if rule < 0.2:
        return node("VP", word("V", draw), word("R", draw))
    if rule < 0.5:
        return node("VP", word("V", draw), noun_phrase(draw))
    if rule < 0.8:
        return node("VP", word("V", draw), noun_phrase(draw), with_phrase("tool", draw))
    return node("VP", ("says", "V"), node("SBAR", ("that", "C"), sentence(draw)))


def sentence(draw):
    return node("S", noun_phrase(draw), verb_phrase(draw))


def main(count=200, seed=1):
    draw = random.Random(int(seed))
    print("sentence,tree")
    known = set()
    while len(known) < int(count):
        words, tree = sentence(draw)
        if len(words.split()) > 12 or words in known:
            continue
        known.add(words)
        print(f"{words},{tree}")


main(*sys.argv[1:])
