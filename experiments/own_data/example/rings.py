#!/usr/bin/env python3
"""Writes a collection of graphs into the new folder rings: `python3 rings.py`.

200 rings of 8 to 16 nodes, half of the nodes with the label 0 and half with 1, and up to three nodes that hang
on the ring. In graphs of class 1 the labels alternate along the ring, in those of class -1 they come in two blocks;
then up to three pairs of nodes change their labels. So the counts of labels say nothing of the class, and the labels
of neighbours do.
"""

import pathlib
import random

CHANCE = random.Random(1)


def draw_graph(is_alternating):
    half = CHANCE.randint(4, 8)
    labels = [0, 1] * half if is_alternating else [0] * half + [1] * half
    for _ in range(CHANCE.randint(0, 3)):
        a, b = CHANCE.sample(range(2 * half), 2)
        labels[a], labels[b] = labels[b], labels[a]
    edges = [(i, (i + 1) % (2 * half)) for i in range(2 * half)]
    for _ in range(CHANCE.randint(0, 3)):
        edges.append((CHANCE.randrange(2 * half), len(labels)))
        labels.append(2)
    return labels, edges


def main():
    lines = {"A": [], "graph_indicator": [], "graph_labels": [], "node_labels": []}
    for graph in range(1, 201):
        is_alternating = CHANCE.random() < 0.5
        labels, edges = draw_graph(is_alternating)
        first = len(lines["node_labels"]) + 1
        lines["A"] += [f"{first + u}, {first + v}" for u, v in edges]
        lines["graph_indicator"] += [str(graph)] * len(labels)
        lines["graph_labels"].append("1" if is_alternating else "-1")
        lines["node_labels"] += [str(label) for label in labels]
    folder = pathlib.Path("rings")
    folder.mkdir()
    for name, texts in lines.items():
        (folder / f"RINGS_{name}.txt").write_text("\n".join(texts) + "\n")


if __name__ == "__main__":
    main()
