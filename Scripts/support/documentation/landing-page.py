"""Completes the landing page that `docc merge` creates for a site of several modules.

    landing-page.py SITE MODULE...

The page lists the modules in the given order, followed by the first topic group of the first
module. Its abstract is the abstract of the first module.
"""

import json
import sys

folder, modules = sys.argv[1] + "/data/", [module.lower() for module in sys.argv[2:]]


def page(path):
    with open(folder + path, encoding="utf-8") as file:
        return json.load(file)


def position(identifier):
    """The position of a module in the arguments, or the end for any other page."""
    name = identifier.rsplit("/", 1)[-1].lower()
    return modules.index(name) if name in modules else len(modules)


landing, first = page("documentation.json"), page(f"documentation/{modules[0]}.json")
sections = landing["topicSections"]
for section in sections:
    section["identifiers"].sort(key=position)
if len(sections) == 1:
    sections[0]["title"] = "Modules"
# The tutorial already has a section.
known, listed = first["references"], [item["url"] for item in landing["references"].values() if "url" in item]
group = first["topicSections"][0]
group["identifiers"] = [item for item in group["identifiers"] if known[item]["url"] not in listed]
sections.append(group)
landing["abstract"] = first["abstract"]
# An abstract can contain links.
linked = [
    part["identifier"] for item in group["identifiers"] for part in known[item].get("abstract", [])
    if "identifier" in part]
landing["references"].update({item: known[item] for item in group["identifiers"] + linked})
with open(folder + "documentation.json", "w", encoding="utf-8") as file:
    json.dump(landing, file, ensure_ascii=False, sort_keys=True)
