#!/usr/bin/python3
"""Every kind of figure in headless Chromium, at 400 pixels: no text is cut off or lies on
another, all can be read. The figures are made by the program, of small studies.

usage: figures_browser_test.py PROGRAM [SVG ...]     with files: these, and none is made

Exit codes: 0 passed, 1 failed, 77 skipped because the browser or what drives it are not installed.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # this is a folder of sources
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "render"))

import browser
import chromium
import toy_page

WIDTH = 400
SMALLEST = 9.0  # pixels of a font, at this width
CARS = """\
title: Cars
experiment: car_localization
seed: 1
dataset: {name: uiuc_cars, stand_in: {car_crops: 60, other_crops: 40, single_scale: 12, multi_scale: 14}}
words: {count: 60, descriptors_per_image: 100, iterations: 5}
protocol: {outer: {given: true, train_on: first_fold}, inner: {folds: 2}}
figures: [detections.svg, chi_square.svg]
learners:
  svm_0: {method: localization_ssvm, C: [0.1], widths: [88, 125], passes: 2}
  linear_0: {method: localization_jkse, kernel: linear, histogram: counts, nu: [0.3]}
  chi_square_{at.p}: {for: {at: [{p: 0, s: 0}, {p: 10, s: .1}, {p: 30, s: .3}, {p: 50, s: .5}, {p: 70, s: .7}, {p: 90, s: .9}]}, method: localization_jkse, kernel: chi_square, nu: [0.3], noise: {at.s}}
profiles: {quick: {repetitions: 2, readings: all}}
""".replace(" .", " 0.")
DIGITS = """\
title: Denoising
experiment: digit_denoising
seed: 1
dataset: {name: usps, per_class: 4, smoothing: 0.75, noise_sd: 0.5}
output_kernel: {name: gaussian, sigma: 8}
protocol: {outer: {folds: 2, train_on: first_fold, stratified: true}, inner: {folds: 2}}
figures: [figure1.svg]
learners:
  pca: {method: pca_denoising, n_components: 8}
  gradient_descent: {method: kernel_pca_denoising, n_components: 8, decoder: {name: fixed_point, start: observed}}
  fixed_point: {method: kernel_pca_denoising, n_components: 8, decoder: {name: fixed_point, start: observed}}
  learned: {method: kernel_pca_denoising, n_components: 8, decoder: {name: learned_preimage, sigma: 8, ridge: 0.1}}
  distance_constraint: {method: kernel_pca_denoising, n_components: 8, decoder: {name: distance_constraint, neighbours: 5}}
profiles: {quick: {repetitions: 1, readings: all}}
"""
FILES = {"*_figure1.svg": 3, "*_chi_square.svg": 1, "*_detections.svg": 1,
         "curve.svg": 1, "*_heat_map.svg": 1}

# What stands in the picture: texts with what they say, where they are on the screen, and their colour on the ground.
LOOK = """
const ground = getComputedStyle(document.querySelector(".pf-ground")).fill;
const box = ({left, right, top, bottom}) => ({left, right, top, bottom});
const shown = document.documentElement.getBoundingClientRect();
return {ground, picture: box(shown), texts: [...document.querySelectorAll("text")].map(node => {
  const level = !node.transform.baseVal.length, place = node.getBoundingClientRect(), style = getComputedStyle(node);
  const scale = shown.width / document.documentElement.viewBox.baseVal.width, size = parseFloat(style.fontSize) * scale;
  // The box of a line has room above capitals and below descenders.
  const room = level ? (place.height - size) / 2 + 0.12 * size : 0;
  const on_ground = !node.closest("[class^=pf-k]");
  return {says: node.textContent, level, size, colour: style.fill, on_ground,
          box: {...box(place), top: place.top + room, bottom: place.bottom - room}};
})};"""


def make_figures(program, folder):
    """The paths of all of them."""
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}

    def preimage(*words):
        subprocess.run([program, *words, "--out", folder / "out"], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, env=environment, cwd=folder)

    example = HERE.parents[2] / "experiments" / "own_data" / "example"
    for name in ("vectors.yaml", "points.csv"):
        shutil.copy(example / name, folder)
    (folder / "cars.yaml").write_text(CARS)
    (folder / "digits.yaml").write_text(DIGITS)
    toy_page.make_page(program, folder)
    preimage("run", "cars.yaml", "digits.yaml", "--stand-in", "--quiet")
    preimage("run", "vectors.yaml", "--quiet")
    ridge, sigma = "learners.kde.ridge=1e-3:10:log10", "learners.kde.bandwidth.sigma=0.7:13:log10:4"
    preimage("sweep", "vectors.yaml", "--grid", ridge, "--quiet")
    preimage("sweep", "vectors.yaml", "--grid", ridge, "--grid", sigma, "--quiet")
    found = []
    for pattern, count in FILES.items():
        paths = sorted((folder / "out").rglob(pattern))
        browser.expect(len(paths), count, f"figures {pattern}")
        found += paths
    return found


def luminance(colour):
    """Of "rgb(1, 2, 3)"."""
    parts = [int(part) / 255 for part in colour[colour.index("(") + 1:-1].split(",")[:3]]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def overlap(one, other):
    a, b = one["box"], other["box"]
    return (min(a["right"], b["right"]) - max(a["left"], b["left"]) > 0.5 and
            min(a["bottom"], b["bottom"]) - max(a["top"], b["top"]) > 0.5)


def faults(page):
    """What is wrong with the figure that is open."""
    seen = page.run(LOOK)
    picture, texts, found = seen["picture"], [text for text in seen["texts"] if text["says"]], []
    for text in texts:
        box = text["box"]
        if (box["left"] < picture["left"] - 0.5 or box["right"] > picture["right"] + 0.5 or
                box["top"] < picture["top"] - 0.5 or box["bottom"] > picture["bottom"] + 0.5):
            found.append(f"'{text['says']}' is cut off")
        if text["size"] < SMALLEST:
            found.append(f"'{text['says']}' is {text['size']:.1f} pixels high")
        least = 3.0 if "JKSE" in text["says"] or "S-SVM" in text["says"] else 4.5  # headings in the colour of a method
        if text["on_ground"] and contrast(text["colour"], seen["ground"]) < least:
            found.append(f"'{text['says']}' is {text['colour']} on {seen['ground']}")
    level = [text for text in texts if text["level"]]
    found += [f"'{a['says']}' lies on '{b['says']}'" for i, a in enumerate(level) for b in level[:i] if overlap(a, b)]
    return found


def test(open_page, paths):
    """Prints what is wrong; how many figures have a fault."""
    failed = 0
    for path in paths:
        page, found = open_page(path), []
        page.resize(WIDTH)
        page.open()
        page.run("const svg = document.documentElement; svg.style.width = arguments[0] + 'px'; svg.style.height = 'auto';",
                 WIDTH)
        found += faults(page)
        failed += bool(found)
        for fault in found:
            print(f"FAILED: {path.name}: {fault}", file=sys.stderr)
    return failed


def main():
    parser = argparse.ArgumentParser(usage=__doc__.splitlines()[3][len("usage: "):])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="preimage-figures-", ignore_cleanup_errors=True) as name:
        folder = pathlib.Path(name)
        with chromium.started(folder / "profile") as driver:
            paths = ([path.resolve() for path in arguments.files] or
                     make_figures(arguments.program.resolve(), folder))
            failed = test(lambda path: chromium.Page(driver, path), paths)
    print(f"{len(paths)} figures, {failed} with faults")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
