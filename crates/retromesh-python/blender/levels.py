"""What levels of detail and proxies of P3D say, as custom properties of objects that can be edited."""

# How the custom properties begin that are named properties of a level.
PREFIX = "property "
# Names of custom properties have this many bytes at most.
LONGEST = 63
# Where the library has the named properties of a level: a list of pairs.
PROPERTIES = "p3d.properties"


def show(item, node):
    """Gives an object the properties of its node, and an empty for a proxy the look of one."""
    if node.proxy is not None:
        item["proxy"], item["proxy_id"] = node.proxy
        if item.type == "EMPTY":
            item.empty_display_type = "ARROWS"
    for name, value in _pairs(node.extras.get(PROPERTIES)):
        if _fits(name):
            item[PREFIX + name] = value


def take(node, stored, added, rename):
    """Moves what custom properties of a node say of these to where the library has it: to `stored`, what the file said, from `added`."""
    _properties(stored, added)
    own = stored.get("retromesh")
    proxy = own.get("proxy") if isinstance(own, dict) else None
    if not isinstance(proxy, dict):
        return
    path, number = added.pop("proxy", None), added.pop("proxy_id", None)
    now = {
        "path": path if isinstance(path, str) and path else proxy.get("path"),
        "id": number if isinstance(number, int) else proxy.get("id"),
    }
    if now != proxy:
        own["proxy"] = now
        if rename:
            node["name"] = f"proxy:{now['path']}"


def _properties(stored, added):
    names = [key for key in added if key.startswith(PREFIX) and isinstance(added[key], (str, int, float))]
    shown = {key[len(PREFIX) :]: _text(added.pop(key)) for key in names}
    # Blender's own importer shows none.
    others = _pairs(added.get(PROPERTIES))
    before = others or _pairs(stored.get(PROPERTIES))
    was, after = dict(before), []
    for name, value in before:
        if name in shown:
            after.append([name, value if shown[name] == was[name] else shown[name]])
        elif others or not _fits(name):
            after.append([name, value])
    after += [[name, value] for name, value in shown.items() if name not in was]
    if after != before:
        added.pop(PROPERTIES, None)
        stored[PROPERTIES] = after


def _pairs(found):
    """Lists the pairs of texts of a list."""
    pairs = [list(pair) for pair in found if isinstance(pair, list)] if isinstance(found, list) else []
    return [pair for pair in pairs if len(pair) == 2 and all(isinstance(text, str) for text in pair)]


def _fits(name):
    return len((PREFIX + name).encode()) <= LONGEST


def _text(value):
    """Returns a value as files have it; Blender makes numbers with a point of new properties."""
    is_whole = isinstance(value, (bool, float)) and float(value).is_integer()
    return str(int(value) if is_whole else value)
