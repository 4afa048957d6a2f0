"""The compiler of Linux with Swift modules for Apple platforms."""

import glob
import hashlib
import json
import os
import shutil
import subprocess

FOLDER = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(FOLDER)))
CACHE = os.path.join(ROOT, ".build", "apple")
STUBS = os.path.join(FOLDER, "stubs")
# Headers that change those of Linux.
HEADERS = os.path.join(FOLDER, "include")
LINUX = "x86_64-unknown-linux-gnu"
# The folder of the Swift modules, the name of the platform in a target, and that in Package.swift.
PLATFORMS = {"macos": ("macosx", "macosx"), "ios": ("iphoneos", "ios")}
# Foundation contains their declarations on Apple platforms.
LINUX_MODULES = {"FoundationNetworking", "FoundationXML"}
# Each module follows those that it imports.
STUB_ORDER = [
    "Darwin", "ObjectiveC", "AppleFoundation", "os", "CryptoKit", "CommonCrypto", "Combine",
    "Security", "Network", "SwiftUI", "UIKit",
]
# AppKit is not declared, and macOS has no UIKit.
MISSING_STUBS = {"macos": {"UIKit"}, "ios": set()}


class Toolchain:
    def __init__(self, versions):
        info = json.loads(subprocess.check_output(["swiftc", "-print-target-info"]))
        self.resources = info["paths"]["runtimeResourcePath"]
        self.frontend = os.path.join(
            os.path.dirname(os.path.dirname(self.resources)), "bin", "swift-frontend")
        self.versions = versions
        library = os.stat(os.path.join(self.resources, "linux", "Swift.swiftmodule",
                                       LINUX + ".swiftmodule"))
        hashed = hashlib.sha256(repr(
            [info["compilerVersion"], self.resources, library.st_size, library.st_mtime_ns,
             sorted(versions.items())]).encode())
        for path in [os.path.abspath(__file__)] + sorted(
                glob.glob(STUBS + "/*.swift") + glob.glob(HEADERS + "/**/*.h", recursive=True)):
            with open(path, "rb") as file:
                hashed.update(file.read())
        self.identity = hashed.hexdigest()[:16]
        self.folder = os.path.join(CACHE, self.identity)

    def resource_folder(self, platform):
        return os.path.join(self.folder, "resources", platform)

    def target(self, platform):
        return f"arm64-apple-{PLATFORMS[platform][1]}{self.versions[platform]}"

    def compiler(self, platform, imports_stubs=True):
        """The command of the compiler with the options of a platform."""
        resources = self.resource_folder(platform)
        arguments = [
            self.frontend, "-target", self.target(platform),
            # C has the sizes and the headers of Linux.
            "-clang-target", LINUX, "-disable-objc-interop",
            "-resource-dir", resources, "-I", os.path.join(resources, "stubs"),
            "-module-cache-path", os.path.join(self.folder, "cache", platform),
            "-I", HEADERS,
            "-plugin-path", os.path.join(self.resources, "host", "plugins"),
            "-in-process-plugin-server-path",
            os.path.join(self.resources, "host", "libSwiftInProcPluginServer.so"),
            "-diagnostic-style=llvm",
        ]
        if imports_stubs:
            arguments += ["-import-module", "AppleFoundation", "-import-module", "ObjectiveC"]
        return arguments

    def prepare(self, platforms):
        """Creates the modules of the platforms, unless they exist, and removes those of others."""
        for folder in glob.glob(CACHE + "/*"):
            if folder != self.folder:
                shutil.rmtree(folder)
        for platform in platforms:
            folder = self.resource_folder(platform)
            if not os.path.exists(folder):
                self.create_resources(platform)

    def create_resources(self, platform):
        final = self.resource_folder(platform)
        folder = final
        system, name = PLATFORMS[platform]
        os.makedirs(os.path.join(folder, system))
        for path in glob.glob(self.resources + "/*"):
            if os.path.basename(path) != "linux":
                os.symlink(path, os.path.join(folder, os.path.basename(path)))
        # The length of a string in a file cannot change.
        triple = self.target(platform)
        triple += ("" if "." in self.versions[platform] else ".")
        triple = triple.ljust(len(LINUX), "0")
        for module in glob.glob(self.resources + "/linux/*.swiftmodule"):
            self.copy_module(module, os.path.join(folder, system), f"arm64-apple-{name_of(platform)}", triple)
        linux = os.path.join(self.resources, "linux")
        shutil.copytree(linux + "/Testing.swiftcrossimport", f"{folder}/{system}/Testing.swiftcrossimport")
        for path in glob.glob(linux + "/*.h") + glob.glob(linux + "/*.modulemap"):
            shutil.copy(path, os.path.join(folder, system))
        os.mkdir(folder + "/stubs")
        shutil.copy(linux + "/x86_64/SwiftGlibc.h", folder + "/stubs")
        with open(f"{folder}/stubs/module.modulemap", "w") as file:
            file.write('module SwiftGlibc [system] {\n  header "SwiftGlibc.h"\n  export *\n}\n')
        glibc = f"{folder}/{system}/Glibc.swiftmodule/arm64-apple-{name_of(platform)}"
        subprocess.run(
            self.compiler(platform, imports_stubs=False) + [
                "-compile-module-from-interface", glibc + ".swiftinterface", "-module-name", "Glibc",
                "-o", glibc + ".swiftmodule"],
            check=True)
        for stub in STUB_ORDER:
            if stub in MISSING_STUBS[platform]:
                continue
            subprocess.run(
                self.compiler(platform, imports_stubs=False) + [
                    "-emit-module", "-parse-as-library", "-module-name", stub, "-swift-version", "6",
                    "-enable-upcoming-feature", "InternalImportsByDefault", "-warnings-as-errors",
                    "-o", f"{folder}/stubs/{stub}.swiftmodule", f"{STUBS}/{stub}.swift"],
                check=True)

    @staticmethod
    def copy_module(module, folder, name, triple):
        base = os.path.basename(module)
        if os.path.splitext(base)[0] in LINUX_MODULES:
            return
        extensions = ["swiftmodule", "swiftinterface"]
        # Compiled again, with the types of the changed headers.
        if base == "Glibc.swiftmodule":
            extensions.reverse()
        for extension in extensions:
            path = f"{module}/{LINUX}.{extension}"
            if os.path.exists(path):
                with open(path, "rb") as file:
                    data = file.read()
                os.makedirs(os.path.join(folder, base))
                with open(f"{folder}/{base}/{name}.{extension}", "wb") as file:
                    file.write(data.replace(LINUX.encode(), triple.encode()))
                return

    def remove_modules(self, except_for):
        """Removes the results that the last complete check did not use."""
        for folder in glob.glob(os.path.join(self.folder, "modules", "*", "*")):
            if folder not in except_for:
                shutil.rmtree(folder)


def name_of(platform):
    return {"macos": "macos", "ios": "ios"}[platform]
