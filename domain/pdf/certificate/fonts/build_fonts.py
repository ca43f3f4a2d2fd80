"""Makes the JSON files of this folder from font packages: python build_fonts.py FOLDER

FOLDER holds the unpacked npm packages source-serif-4, source-sans-3, noto-sans-sc, noto-sans-jp and noto-sans-kr of
@fontsource. Needs fontTools with brotli. See README.md for versions and licences.
"""

import base64
import io
import json
import os
import sys

from fontTools import subset
from fontTools.ttLib import TTFont

PARTS = ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "greek-ext", "vietnamese"]
HERE = os.path.dirname(os.path.abspath(__file__))


def characters_of(codec, first, last, second):
    """The characters of a two-byte character set."""
    found = set()
    for a in range(first, last):
        for b in second:
            try:
                found.add(ord(bytes([a, b]).decode(codec)))
            except (UnicodeDecodeError, TypeError):
                continue
    return found


def wanted_east_asian():
    """What people in mainland China, Taiwan (level 1), Japan and Korea write names with."""
    high = range(0xA1, 0xFF)
    low_and_high = [*range(0x40, 0x7F), *high]
    wanted = (
        characters_of("gb2312", 0xA1, 0xF8, high)
        | characters_of("big5", 0xA1, 0xC7, low_and_high)
        | characters_of("euc_jp", 0xA1, 0xFF, high)
        | characters_of("euc_kr", 0xA1, 0xFF, high)
    )
    # The white square stands in for what no font here has.
    return {c for c in wanted if c >= 0x2E80} | {0x25A1}


def piece(font, unicodes):
    """Cuts a font down to some characters, without hints and layout rules, as WOFF."""
    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 13, 14]
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "BASE", "STAT", "vhea", "vmtx", "VORG", "gasp", "prep", "meta"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=unicodes)
    subsetter.subset(font)
    font.flavor = "woff"
    out = io.BytesIO()
    font.save(out)
    text = "".join(chr(c) for c in sorted(unicodes))
    return {"characters": text, "woff": base64.b64encode(out.getvalue()).decode()}


def write(name, pieces):
    with open(os.path.join(HERE, name + ".json"), "w", encoding="utf8") as file:
        json.dump({"pieces": pieces}, file, ensure_ascii=False, separators=(",", ":"))
        file.write("\n")


def files_of(folder, package, weight):
    base = os.path.join(folder, package, "files")
    names = [n for n in sorted(os.listdir(base)) if n.endswith(f"-{weight}-normal.woff2")]
    return [os.path.join(base, n) for n in names]


def western(folder, package, weight):
    pieces, done = [], set()
    for part in PARTS:
        path = os.path.join(folder, package, "files", f"{package}-{part}-{weight}-normal.woff2")
        if not os.path.exists(path):
            continue
        font = TTFont(path)
        unicodes = {c for c in font.getBestCmap() if c >= 0x20} - done
        done |= unicodes
        pieces.append(piece(font, unicodes))
    return pieces


def east_asian(folder):
    pieces, done, wanted = [], set(), wanted_east_asian()
    for package in ["noto-sans-sc", "noto-sans-jp", "noto-sans-kr"]:
        for path in files_of(folder, package, 400):
            font = TTFont(path)
            unicodes = (set(font.getBestCmap()) & wanted) - done
            done |= unicodes
            if unicodes:
                pieces.append(piece(font, unicodes))
    return pieces


if __name__ == "__main__":
    source = sys.argv[1]
    write("serif-semibold", western(source, "source-serif-4", 600))
    write("sans-regular", western(source, "source-sans-3", 400))
    write("sans-semibold", western(source, "source-sans-3", 600))
    write("east-asian", east_asian(source))
