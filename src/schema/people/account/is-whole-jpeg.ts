const [SCAN, END] = [0xda, 0xd9];

/**
 * Returns whether a file that begins as a JPEG image is whole: all segments, at least one scan, and the mark
 * of the end as its last bytes. Pixels are not decoded.
 */
export function isWholeJpeg(file: Buffer): boolean {
  let hasScan = false;
  for (let at = 2; at + 4 <= file.length;) {
    if (file[at] !== 0xff) return false;
    const marker = file[at + 1]!;
    // Bytes of FF may fill the space before a marker.
    if (marker === 0xff) at++;
    else {
      const length = file.readUInt16BE(at + 2);
      if (marker === END || length < 2) return false;
      at += 2 + length;
      if (marker === SCAN) {
        hasScan = true;
        at = endOfScan(file, at);
      }
    }
    if (at === file.length - 2) return hasScan && file.readUInt16BE(at) === 0xff00 + END;
  }
  return false;
}

/**
 * Returns the position of the next marker. In a scan, FF is followed by 0, and restart markers count as data.
 */
function endOfScan(file: Buffer, from: number): number {
  let at = file.indexOf(0xff, from);
  while (at >= 0 && isInScan(file[at + 1])) at = file.indexOf(0xff, at + 2);
  return at < 0 ? file.length : at;
}

function isInScan(next: number | undefined): boolean {
  return next === 0 || (next !== undefined && next >= 0xd0 && next <= 0xd7);
}
