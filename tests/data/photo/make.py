"""Writes the samples of this folder: pip install pillow pillow-heif, then run.

The picture is that of `quadrants` in tests/photo/files.rs.
"""

from pathlib import Path

import pillow_heif
from PIL import Image

FOLDER = Path(__file__).parent


def quadrants():
    image = Image.new("RGB", (128, 96))
    image.paste((200, 40, 40), (0, 0, 64, 48))
    image.paste((40, 180, 60), (64, 0, 128, 48))
    image.paste((50, 60, 190), (0, 48, 64, 96))
    image.paste((220, 210, 70), (64, 48, 128, 96))
    return image


def exif(orientation):
    block = Image.Exif()
    block[0x0112] = orientation
    return block.tobytes()


def main():
    upright = quadrants()
    upright.save(FOLDER / "progressive.jpg", progressive=True, quality=90, subsampling=0)
    upright.convert("CMYK").save(FOLDER / "cmyk.jpg", quality=95)
    pillow_heif.register_heif_opener()
    # As an iPhone held upright: the stored picture lies on its side, and both
    # the container and EXIF say that it is to be turned clockwise.
    lying = upright.transpose(Image.Transpose.ROTATE_90)
    for name, image, orientation in [("upright", upright, 1), ("turned", lying, 6)]:
        path = FOLDER / f"{name}.heic"
        image.save(path, quality=90, chroma=444, exif=exif(orientation))


if __name__ == "__main__":
    main()
