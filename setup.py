"""The module is built by the project's own CMake: what is compiled here is what the command and the tests are."""

import re
import subprocess
import sys
from pathlib import Path

import pybind11
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
BUILD = ROOT / "build" / f"pip-{sys.implementation.cache_tag}"


class CMakeBuild(build_ext):
    def build_extension(self, ext):
        package = Path(self.get_ext_fullpath(ext.name)).resolve().parent
        subprocess.run(
            ["cmake", "-S", ROOT, "-B", BUILD, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
             "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=0",
             "-DBANKER_BUILD_PYTHON=ON", "-DBANKER_BUILD_COMMAND=OFF", "-DBANKER_BUILD_EXAMPLES=OFF",
             f"-DPython_EXECUTABLE={sys.executable}", f"-Dpybind11_DIR={pybind11.get_cmake_dir()}", f"-DBANKER_PYTHON_DIR={package.parent}"],
            check=True,
        )
        subprocess.run(["cmake", "--build", BUILD, "--target", "banker_module"], check=True)


version = re.search(r'BANKER_VERSION "([^"]+)"', (ROOT / "include/banker/version.hpp").read_text()).group(1)
setup(version=version, ext_modules=[Extension("banker._banker", [])], cmdclass={"build_ext": CMakeBuild})
