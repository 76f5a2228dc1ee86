#!/usr/bin/python3
"""Kernels on trees: Gram matrices of `preimage gram` against their definitions in plain Python.

usage: trees_check.py PROGRAM [TREES]
exit   0 all agree, 1 something differs, 77 NumPy is not installed

Random trees of 30 nodes, TREES of them, of which Python compares 60. The subset-tree kernel by the recursion of Collins and Duffy
(2001) over all pairs of nodes, the subtree kernel by counts of texts. It prints how long each side took, the program with its
start, reading and writing.
"""
import collections
import functools
import pathlib
import random
import subprocess
import sys
import tempfile
import time

try:
    import numpy as np
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

NODES, DECAY, COMPARED = 30, 0.4, 60
RULES = {"S": ["NP VP", "NP VP PP"], "NP": ["D N", "D A N", "NP PP", "N"], "VP": ["V NP", "V NP PP", "V S"], "PP": ["P NP"],
         "D": ["the", "a"], "N": ["dog", "cat", "man"], "A": ["old", "red"], "V": ["sees", "has"], "P": ["with", "of"]}


def drawn_tree(draw):
    """A node is (label, children), a leaf a text; NODES of them at least, those that are left over cut off."""
    root, count = ("S", []), 1
    waiting = collections.deque([root])
    while waiting and count < NODES:
        label, children = waiting.popleft()
        for part in draw.choice(RULES[label]).split():
            children.append((part, []))
            waiting.extend(children[-1:] if part in RULES else [])
            count += 1
    return root


def text_of(node):
    return f"({node[0]}{''.join(' ' + text_of(child) for child in node[1])})"


def nodes_of(node):
    return [node] + [below for child in node[1] for below in nodes_of(child)]


def subset_trees(a, b):
    """The sum of C over all pairs of nodes."""
    @functools.lru_cache(maxsize=None)
    def common(i, j):
        (label, children), (other, others) = a_nodes[i], b_nodes[j]
        if not children or label != other or [c[0] for c in children] != [c[0] for c in others]:
            return 0.0
        product = DECAY
        for child, match in zip(children, others):
            product *= 1.0 + common(a_places[id(child)], b_places[id(match)])
        return product

    a_nodes, b_nodes = nodes_of(a), nodes_of(b)
    a_places, b_places = ({id(node): i for i, node in enumerate(nodes)} for nodes in (a_nodes, b_nodes))
    return sum(common(i, j) for i in range(len(a_nodes)) for j in range(len(b_nodes)))


def subtrees(a, b):
    of_a, of_b = (collections.Counter(text_of(node) for node in nodes_of(tree)) for tree in (a, b))
    inner = {text_of(node): sum(1 for below in nodes_of(node) if below[1]) for node in nodes_of(a)}
    return sum(DECAY ** inner[text] * times * of_b[text] for text, times in of_a.items())


def gram(kernel, trees):
    values = np.zeros((len(trees), len(trees)))
    for i, tree in enumerate(trees):
        for j in range(i + 1):
            values[i, j] = values[j, i] = kernel(tree, trees[j])
    return values


def pairs(trees):
    return len(trees) * (len(trees) + 1) // 2


def main(program, count=COMPARED):
    draw = random.Random(1)
    trees = [drawn_tree(draw) for _ in range(int(count))]
    compared = trees[:COMPARED]
    failed = False
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "trees.csv").write_text("tree\n" + "".join(text_of(tree) + "\n" for tree in trees))
        for kernel, definition in (("subset_tree", subset_trees), ("subtree", subtrees)):
            begin = time.perf_counter()
            subprocess.run([program, "gram", "trees.csv", "--columns", "tree", "--kind", "string", "--out", "K.npy",
                            "--kernel", f"{{name: {kernel}, decay: {DECAY}}}"], cwd=folder, check=True, capture_output=True)
            ours = time.perf_counter() - begin
            begin = time.perf_counter()
            expected = gram(definition, compared)
            theirs = time.perf_counter() - begin
            off = np.abs(np.load(folder / "K.npy")[:COMPARED, :COMPARED] - expected).max() / expected.max()
            failed = failed or not off < 1e-12
            print(f"{'ok    ' if off < 1e-12 else 'DIFFER'} {kernel}: off by {off:.1e} of the largest value; "
                  f"the program {ours:.2f} s for {pairs(trees)} pairs, Python {theirs:.2f} s for {pairs(compared)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
