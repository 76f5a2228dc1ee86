#!/usr/bin/env python3
"""Installs what was built into a folder of its own and uses it as a stranger would.

    install_test.py BUILD STEP      exit codes: 0 ok, 1 a step failed, 77 skipped

    install           cmake --install BUILD into BUILD/install_test/prefix; all other steps look at that
    find_package      core/examples as a project of its own, each example run
    add_subdirectory  a project that takes the source tree: it compiles the library as BUILD did; one example
    pkg_config        one example by pkg-config
    headers           those that library.md names are installed, and each includes what it needs
    refusals          what find_package and the headers say where something does not fit
    pages             the links of the installed pages
    program           the installed program, moved to another place
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]
EXAMPLE = "fit_and_predict"
OUTPUTS = {  # a line that each example prints
    "fit_and_predict": r"converged: 3 of 3, largest error 0\.000\d",
    "strings_to_strings": r"per position: 0\.0 % of the symbols wrong; \w+ -> (\w+), true \1",
    "preimages_of_vectors": r"gradient_descent +mean squared error 0\.000\d\d, 25 of 25 converged",
    "own_kernel": r"0\.0\d\d \+- 0\.0\d\d wrong",
    "nearest_neighbours": r"k = (9|25); scores of class 0 in the middle of each cloud: 0\.\d\d, 0\.\d\d",
    "landmarks": r"100 landmarks: largest error 0\.0\d\d",
}


class Failure(Exception):
    pass


def cache_of(build):
    text = (build / "CMakeCache.txt").read_text()
    return dict(re.findall(r"^([\w-]+):\w+=(.*)$", text, re.M))


class Steps:
    def __init__(self, build):
        self.build, self.cache = build, cache_of(build)
        self.work = build / "install_test"
        self.prefix = self.work / "prefix"
        self.compiler = self.cache["CMAKE_CXX_COMPILER"]

    def run(self, *words, may_fail=False, **more):
        done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              stdin=subprocess.DEVNULL, check=False, **more)
        if done.returncode != 0 and not may_fail:
            raise Failure(f"{' '.join(map(str, words))}\nended with {done.returncode}:\n{done.stdout}")
        return done.stdout

    def fresh(self, name):
        shutil.rmtree(self.work / name, ignore_errors=True)
        (self.work / name).mkdir(parents=True)
        return self.work / name

    def configure(self, source, build, *options, may_fail=False):
        same = ["CMAKE_CXX_COMPILER", "CMAKE_CXX_COMPILER_LAUNCHER", "CMAKE_GENERATOR", "CMAKE_MAKE_PROGRAM"]
        words = [f"-D{name}={self.cache[name]}" for name in same if name in self.cache and name != "CMAKE_GENERATOR"]
        return self.run("cmake", "-S", source, "-B", build, "-G", self.cache["CMAKE_GENERATOR"], *words, *options,
                        may_fail=may_fail)

    def commands(self, build, target):
        """What Ninja would run for a target and all that it needs, from nothing."""
        return self.run(self.cache["CMAKE_MAKE_PROGRAM"], "-C", build, "-t", "commands", target).splitlines()

    @staticmethod
    def expect(pattern, text, who):
        if not re.search(pattern, text):
            raise Failure(f"{who}: expected a line like '{pattern}' in\n{text}")

    def install(self):
        shutil.rmtree(self.work, ignore_errors=True)
        self.run("cmake", "--install", self.build, "--prefix", self.prefix)
        for file in ("include/preimage/version.hpp", "include/preimage/kernels/conformance.hpp", "bin/preimage",
                     "share/preimage/datasets/manifest.tsv", "share/preimage/configs/published/kde_nips_2002.csv",
                     "share/preimage/experiments/command/example/digits.py", "share/doc/preimage/core/docs/library.md",
                     "share/doc/preimage/LICENSE",
                     "share/bash-completion/completions/preimage", "share/zsh/vendor-completions/_preimage"):
            if not (self.prefix / file).is_file():
                raise Failure(f"not installed: {file}")
        odd = [f.name for f in (self.prefix / "include").rglob("*") if f.is_file() and
               (f.suffix != ".hpp" or f.name.startswith("testing_"))]
        if odd:
            raise Failure(f"installed, but nobody's header: {odd}")

    def find_package(self):
        build = self.fresh("examples")
        self.configure(SOURCE / "core" / "examples", build, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.run("cmake", "--build", build)
        printed = {name: self.run(build / name) for name in OUTPUTS}
        for name, pattern in OUTPUTS.items():
            self.expect(pattern, printed[name], name)
        page = (self.prefix / "share" / "doc" / "preimage" / "core" / "docs" / "library.md").read_text()
        blocks = re.findall(r"^```(cpp|text)\n(.*?)^```", page, re.M | re.S)
        if blocks != [("cpp", (SOURCE / "core" / "examples" / f"{EXAMPLE}.cpp").read_text()), ("text", printed[EXAMPLE])]:
            raise Failure(f"library.md shows another program than {EXAMPLE}.cpp, or prints something else than\n{printed[EXAMPLE]}")

    def add_subdirectory(self):
        folder = self.fresh("outer")
        (folder / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.22)\nproject(outer LANGUAGES CXX)\n"
            f'add_subdirectory("{SOURCE}" preimage)\n'
            f'add_executable({EXAMPLE} "{SOURCE}/core/examples/{EXAMPLE}.cpp")\n'
            f"target_link_libraries({EXAMPLE} PRIVATE preimage::preimage)\n")
        outer, library = folder / "build", "core/preimage/libpreimage.a"
        of_commands = r"CMAKE_(BUILD_TYPE|DISABLE_PRECOMPILE_HEADERS|CXX_FLAGS\w*)|PREIMAGE_(WERROR|CLONES|UNITY)"
        same = [f"-D{name}={value}" for name, value in self.cache.items() if re.fullmatch(of_commands, name)]
        self.configure(folder, outer, *same)
        if self.cache["CMAKE_GENERATOR"] == "Ninja":  # which tells the commands; those of the library ran in BUILD
            commands = self.commands(outer, f"preimage/{library}")
            inner = "\n".join(commands).replace(f"{outer}/preimage", str(self.build))
            inner = re.sub(r"(?<![^ ])preimage/(?=core/|CMakeFiles/|lib)", "", inner).splitlines()
            odd = set(inner) ^ set(self.commands(self.build, library))
            if odd:
                raise Failure("a project that takes the library compiles it otherwise:\n" + "\n".join(sorted(odd)))
            shutil.copy(self.build / library, outer / "preimage" / library)
            for command in self.commands(outer, EXAMPLE):
                if command not in commands:
                    self.run("sh", "-c", command, cwd=outer)
        else:
            self.run("cmake", "--build", outer, "--target", EXAMPLE)
        self.expect(OUTPUTS[EXAMPLE], self.run(folder / "build" / EXAMPLE), EXAMPLE)
        targets = self.run("cmake", "--build", folder / "build", "--target", "help")
        if re.search("(suite|papers|_tests)", targets):
            raise Failure(f"more than the library would be built:\n{targets}")

    def pkg_config(self):
        tool = shutil.which("pkg-config")
        if tool is None:
            print("skipped: pkg-config is not installed")
            sys.exit(77)
        folder = self.fresh("pkg_config")
        packages = next(self.prefix.rglob("preimage.pc")).parent
        paths = os.pathsep.join(filter(None, [str(packages), os.environ.get("PKG_CONFIG_PATH")]))
        flags = self.run(tool, "--cflags", "--libs", "preimage", env={**os.environ, "PKG_CONFIG_PATH": paths}).split()
        source = SOURCE / "core" / "examples" / f"{EXAMPLE}.cpp"
        self.run(self.compiler, "-std=c++20", source, "-o", folder / EXAMPLE, *flags)
        self.expect(OUTPUTS[EXAMPLE], self.run(folder / EXAMPLE), EXAMPLE)

    def headers(self):
        """A header is compiled alone, or after some of those that it includes anyway: what it needs it still has to
        include itself. So a compiler tries a chain of headers, of which each includes the one before."""
        folder, include = self.fresh("headers"), self.prefix / "include"
        flags = ["-std=c++20", "-Wall", "-Wextra", "-Werror", f"-I{include}", "-DARMA_DONT_USE_WRAPPER",
                 "-DARMA_DONT_USE_OPENMP", "-DARMA_WARN_LEVEL=1"]
        texts = {f.relative_to(include).as_posix(): f.read_text() for f in sorted(include.rglob("*.hpp"))}
        included = {}

        def included_by(name):
            if name not in included:
                own = re.findall(r'^#include "(preimage/[^"]+)"', texts[name], re.M)
                included[name] = {name}.union(*(included_by(other) for other in own))
            return included[name]

        left, chains = sorted(texts, key=lambda name: -len(included_by(name))), []
        while left:
            chain = [left.pop(0)]
            for name in list(left):
                if name in included_by(chain[-1]):
                    chain.append(name)
                    left.remove(name)
            chains.append(chain[::-1])
        # What is expensive is compiled once for the chains that include it: Armadillo alone, and fmt beside it.
        ending = "pch" if "clang" in self.run(self.compiler, "--version") else "gch"
        precompiled = [(("<armadillo>", "<fmt/format.h>"), folder / "both.hpp"), (("<armadillo>",), folder / "matrix.hpp")]
        for expensive, header in precompiled:
            header.write_text("".join(f"#include {name}\n" for name in expensive))
            self.run(self.compiler, *flags, "-x", "c++-header", header, "-o", f"{header}.{ending}")
        faults = []
        for chain in chains:
            (folder / "one.cpp").write_text("".join(f'#include "{name}"\n' * 2 for name in chain))
            seen = "".join(texts[name] for name in included_by(chain[-1]))
            first = next((["-include", header] for expensive, header in precompiled
                          if all(f"#include {name}\n" in seen for name in expensive)), [])
            said = self.run(self.compiler, *flags, *first, "-fsyntax-only", folder / "one.cpp", may_fail=True)
            if said:
                faults.append(f"{', '.join(chain)}:\n{said[:2000]}")
        page = (SOURCE / "core" / "docs" / "library.md").read_text()
        faults += [f"library.md names {name}, which is not installed" for name in re.findall(r"`(\w+/\w+\.hpp)`", page)
                   if not {name, f"preimage/{name}"} & texts.keys()]
        print(f"{len(texts)} headers in {len(chains)} chains")
        if faults or len(texts) < 50:
            raise Failure("\n".join(faults) or "where are the headers?")

    def refusals(self):
        folder = self.fresh("refusals")
        (folder / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.22)\nproject(refused LANGUAGES ${LANGUAGE})\nadd_compile_definitions(${DEFINE})\n"
            "find_package(preimage ${ASKED} REQUIRED)\n")
        (folder / "other" / "armadillo_bits").mkdir(parents=True)
        (folder / "other" / "armadillo_bits" / "arma_version.hpp").write_text(
            "#define ARMA_VERSION_MAJOR 3\n#define ARMA_VERSION_MINOR 2\n#define ARMA_VERSION_PATCH 1\n")
        minor = re.search(r"project\(preimage VERSION (\d+\.\d+)", (SOURCE / "CMakeLists.txt").read_text())[1]
        cases = [  # options, what is said
            ([], "Generating done"),
            (["-DLANGUAGE=C"], r"enable the\s+language\s+CXX"),
            ([f"-DARMADILLO_INCLUDE_DIR={folder}/other"], r"compiled with Armadillo [\d.]+, here\s+is\s+3\.2\.1"),
            ([f"-DASKED={minor}"], "Generating done"),
            (["-DASKED=99.0"], r'requested\s+version "99\.0"'),
            (["-DDEFINE=ARMA_32BIT_WORD"], r"compiled without ARMA_32BIT_WORD, which\s+this project defines"),
            (["-DCMAKE_CXX_FLAGS=-DARMA_NO_DEBUG"], r"compiled without ARMA_NO_DEBUG, which\s+this project defines"),
            (["-DLBFGS_LIBRARY="],
             r"liblbfgs \(lbfgs.h and its library\), for pre-images by\s+gradient descent,\s+is missing:\s+install\s+liblbfgs-dev"),
            (["-DBLA_VENDOR=Goto"], "libopenblas-dev \\(Debian, Ubuntu\\), openblas-devel \\(Fedora\\)"),
        ]
        for options, said in cases:
            (folder / "build" / "CMakeCache.txt").unlink(missing_ok=True)
            text = self.configure(folder, folder / "build", f"-DCMAKE_PREFIX_PATH={self.prefix}", "-DLANGUAGE=CXX", *options,
                                  may_fail=True)
            self.expect(said, text, " ".join(options))
        (folder / "x.cpp").write_text('#define ARMA_32BIT_WORD\n#include "preimage/kernels/kernel.hpp"\n')
        text = self.run(self.compiler, "-std=c++20", f"-I{self.prefix}/include", "-DARMA_DONT_USE_WRAPPER",
                        "-DARMA_DONT_USE_OPENMP", "-fsyntax-only", folder / "x.cpp", may_fail=True)
        self.expect("take ARMA_32BIT_WORD out of this program", text, "preimage/armadillo.hpp")

    def pages(self):
        """Every page that a reader of the checkout's README can come to by links, and each link of each."""
        installed = self.prefix / "share" / "doc" / "preimage"
        wanted = ["README.md", "CHANGELOG.md", "SECURITY.md", "experiments/ERRATA.md"]
        wanted += [page.relative_to(SOURCE).as_posix() for page in (SOURCE / "core" / "docs").glob("*.md")]
        wanted += [page.relative_to(SOURCE).as_posix() for page in (SOURCE / "experiments").glob("*/README.md")]
        missing = [page for page in wanted if not (installed / page).is_file()]
        if missing:
            raise Failure(f"not installed: {missing}")
        check = SOURCE / "core" / "docs" / "check_links.py"
        print(self.run(sys.executable, check, *sorted((self.prefix / "share").rglob("*.md"))), end="")
        empty = [folder for folder in (self.prefix / "share").rglob("*") if folder.is_dir() and not any(folder.iterdir())]
        if empty:
            raise Failure(f"installed without a file: {empty}")

    def program(self):
        with tempfile.TemporaryDirectory() as name:
            place = pathlib.Path(name).resolve()
            shutil.copytree(self.prefix / "bin", place / "opt" / "bin")
            shutil.copytree(self.prefix / "share", place / "opt" / "share")
            (place / "desk").mkdir()
            environment = {k: v for k, v in os.environ.items() if not k.startswith(("PREIMAGE_", "XDG_"))}
            environment.update(HOME=str(place / "home"), OPENBLAS_NUM_THREADS="1")
            program, share = place / "opt" / "bin" / "preimage", place / "opt" / "share" / "preimage"

            def call(*words, **more):
                return self.run(program, *words, env=environment, cwd=place / "desk", **more)

            self.expect("kde_nips_table2", call("list"), "list")
            self.expect("left on one core", call("plan", "kde_nips_table1"), "plan")
            self.expect(re.escape(f"'{share}/datasets/fetch.sh' --to '{place}/home/.cache/preimage/datasets' usps"),
                        call("plan", "kde_nips_table2", may_fail=True) + call("run", "kde_nips_table2", may_fail=True), "run")
            example = share / "experiments" / "own_data" / "example"
            config = call("init", example / "points.csv", "--target", "kind")
            named = re.findall(r"/\S+\.md", config) + re.findall(r"/\S+\.yaml", call("keys", "experiment.command"))
            if len(named) != 3 or not all(pathlib.Path(file).is_file() for file in named):
                raise Failure(f"init and keys name files that are not installed: {named}")
            call("run", example / "vectors.yaml", "--repetitions", "1")
            if not list((place / "desk" / "results" / "latest" / "quick").rglob("*.csv")):
                raise Failure("the installed program wrote no tables below the working folder")
            if str(SOURCE).encode() in program.read_bytes() and self.cache.get("CMAKE_BUILD_TYPE") == "Release":
                raise Failure(f"the installed program knows the source tree, {SOURCE}")


def main(arguments):
    steps = [name for name in vars(Steps) if re.search(rf"^    {name} ", __doc__, re.M)]
    if len(arguments) != 2 or arguments[1] not in steps:
        print(__doc__, file=sys.stderr)
        return 1
    try:
        getattr(Steps(pathlib.Path(arguments[0]).resolve()), arguments[1])()
    except Failure as failure:
        print(failure, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
