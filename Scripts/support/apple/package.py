"""The targets of Package.swift."""

import functools
import glob
import json
import os
import re
import subprocess

# A separate folder, because a build locks its folder.
SCRATCH = ".build/apple-package"
# Declarations that differ between Foundation on Linux and on Apple platforms.
REPLACEMENTS = {
    "BlobInputStream.swift": (" Any?", " AnyObject?"),
    "UndoHistory+UndoManager.swift": ("public import Foundation", "public import AppleFoundation"),
}
ACCESSOR = """import Foundation

extension Foundation.Bundle {
    static let module = Bundle.main
}
"""
# What the plugin of a target generates, without the texts of its constants.
GENERATED = {
    "QuireStudio": ("PageSources.swift", "enum PageSources { static let files: [String: String] = [:] }\n")
}


def read(folder, *arguments):
    command = ["swift", "package", "--package-path", folder, "--scratch-path", SCRATCH, *arguments]
    return json.loads(subprocess.check_output(command, env={**os.environ, "QUIRE_TESTS": "all"}))


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


class Package:
    """The targets of Package.swift, and those of the examples, which are a package of their own."""

    def __init__(self):
        os.makedirs(SCRATCH, exist_ok=True)
        manifest = read(".", "dump-package")
        self.deployment_versions = {
            item["platformName"]: item["version"] for item in manifest["platforms"]}
        traits = frozenset(trait["name"] for trait in manifest["traits"])
        enabled = subprocess.check_output(["Scripts/support/traits"], text=True)
        self.available_traits = with_implied(
            traits & frozenset(re.split(r"[\s,]+", enabled)), manifest["traits"])
        self.targets = {}
        for folder in (".", "Examples"):
            declarations = {
                target["name"]: target for target in read(folder, "dump-package")["targets"]}
            for target in read(folder, "describe", "--type", "json")["targets"]:
                if target["type"] != "plugin":
                    name = target["name"]
                    self.targets[name] = Target(folder, target, declarations[name], traits)
        products = [
            name for product in manifest["products"] if "library" in product["type"]
            for name in product["targets"]]
        while products:
            target = self.targets[products.pop()]
            if not target.is_for_apps:
                target.is_for_apps = True
                products += target.dependencies("ios", traits)


def with_implied(traits, declared):
    """The traits, and those that they enable."""
    implied = traits.union(
        *(trait["enabledTraits"] for trait in declared if trait["name"] in traits))
    return implied if implied == traits else with_implied(implied, declared)


class Target:
    def __init__(self, package_folder, description, declaration, traits):
        self.name = description["name"]
        self.folder = os.path.normpath(os.path.join(package_folder, description["path"]))
        self.kind = description["module_type"]
        self.is_test = description["type"] == "test"
        self.sources = [os.path.join(self.folder, path) for path in description["sources"]]
        self.declaration = declaration
        # Whether a program for iOS can contain it.
        self.is_for_apps = False
        self.has_resources = bool(declaration["resources"])
        self.size = sum(os.path.getsize(path) for path in self.sources)
        # The traits that change its sources or its dependencies.
        self.used_traits = frozenset(
            trait for trait in traits if self.mentions(r"#(else)?if .*\b" + trait + r"\b"))

    @functools.cached_property
    def imports(self):
        """The names of the modules that the sources import."""
        names = set()
        for path in self.sources:
            with open(path, encoding="utf-8") as file:
                names.update(re.findall(r"(?m)^[^/\n\"]*\bimport (?:\w+ )?(\w+)", file.read()))
        return names

    def mentions(self, pattern):
        return any(self.files_with(pattern))

    def files_with(self, pattern):
        """The sources that match a regular expression."""
        expression = re.compile(pattern)
        for path in self.sources:
            with open(path, encoding="utf-8") as file:
                if expression.search(file.read()):
                    yield path

    def dependencies(self, platform, traits):
        """The names of the targets that it imports on a platform with traits."""
        names = []
        for dependency in self.declaration["dependencies"]:
            # A product has the name of its target.
            (name, *_, condition), = dependency.values()
            platforms = condition and condition.get("platformNames")
            required = condition and condition.get("traits")
            if (not platforms or platform in platforms) and (not required or traits & set(required)):
                names.append(name)
        return [name for name in names if name in self.imports]

    @functools.cached_property
    def settings(self):
        """The options of the compiler that Package.swift sets."""
        arguments, version = [], "6"
        for setting in self.declaration["settings"]:
            (kind, value), = setting["kind"].items()
            if setting["tool"] != "swift":
                continue
            if kind == "enableUpcomingFeature":
                arguments += ["-enable-upcoming-feature", value["_0"]]
            elif kind == "enableExperimentalFeature":
                arguments += ["-enable-experimental-feature", value["_0"]]
            elif kind == "define":
                arguments += ["-D", value["_0"]]
            elif kind == "swiftLanguageMode":
                version = value["_0"]
            else:
                raise SystemExit(f"apple: unknown setting {kind} of the target {self.name}")
        return arguments + ["-swift-version", version]

    @functools.cached_property
    def has_script(self):
        """Whether a file contains statements outside of functions."""
        if self.kind != "SwiftTarget":
            return False
        if any(os.path.basename(path) == "main.swift" for path in self.sources):
            return True
        is_program = self.declaration["type"] == "executable"
        return is_program and len(self.sources) == 1 and not self.mentions(r"(?m)^@main\b")

    def all_sources(self, folder):
        """The sources, with replacements, and those that a build generates."""
        sources = []
        for path in self.sources:
            replacement = REPLACEMENTS.get(os.path.basename(path))
            if replacement:
                with open(path, encoding="utf-8") as file:
                    text = file.read().replace(*replacement)
                path = write(os.path.join(folder, path), text)
            sources.append(path)
        if self.has_resources:
            path = os.path.join(folder, self.name, "resource_bundle_accessor.swift")
            sources.append(write(path, ACCESSOR))
        if self.name in GENERATED:
            name, text = GENERATED[self.name]
            sources.append(write(os.path.join(folder, self.name, name), text))
        return sources

    # MARK: C

    @functools.cached_property
    def module_map(self):
        """The module map of a target in C, or `None` for Swift."""
        if self.kind == "SwiftTarget":
            return None
        if self.kind == "SystemLibraryTarget":
            return os.path.join(self.folder, "module.modulemap")
        path = os.path.join(SCRATCH, self.name + ".modulemap")
        with open(path, "w") as file:
            umbrella = os.path.abspath(os.path.join(self.folder, "include"))
            file.write(f'module {self.name} {{\n  umbrella "{umbrella}"\n  export *\n}}\n')
        return path

    @property
    def headers(self):
        return sorted(glob.glob(self.folder + "/**/*.h", recursive=True)) + [self.module_map]

    @functools.cached_property
    def c_flags(self):
        library = self.declaration.get("pkgConfig")
        if not library:
            return []
        process = subprocess.run(
            ["pkg-config", "--cflags", library], capture_output=True, text=True, check=False)
        return [item for flag in process.stdout.split() for item in ("-Xcc", flag)]
