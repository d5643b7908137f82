import { describe, expect, it } from 'vitest';
import { MAX_ARCHIVE_ENTRIES } from '../../src/spreadsheet/limits.ts';
import { storedArchive, unpackArchive } from '../../src/spreadsheet/unpack-archive.ts';
import { type Lies, zipOf } from '../../lab/archive.ts';

const FILES = { 'one.xml': 'One', 'two.xml': 'Two' };
const SIZE = 0x7fffffff;
const ZIP64 = 0xffffffff;

const all = () => true;

describe('an archive', () => {
  it('is unpacked as far as it is needed, and packed again', () => {
    const files = unpackArchive(zipOf(FILES), (name) => name === 'two.xml');
    expect(Array.from(files, ([name, bytes]) => [name, bytes.toString()])).toEqual([['two.xml', 'Two']]);
    expect(unpackArchive(storedArchive(files), all)).toEqual(files);
  });

  it('may state the sizes of a file after it', () => {
    const local = { 6: 8, 14: 0, 18: 0, 22: 0 };
    const archive = zipOf(FILES, { files: { 'one.xml': { local, central: { 8: 8 } } } });
    expect(unpackArchive(archive, all).get('one.xml')!.toString()).toBe('One');
  });

  it.each<[string, Lies]>([
    ['a smaller size in its directory', { files: { 'one.xml': { central: { 24: 2 } } } }],
    ['a larger size in its directory', { files: { 'one.xml': { central: { 24: SIZE } } } }],
    ['a smaller size at the file', { files: { 'one.xml': { local: { 22: 2 } } } }],
    ['a smaller size at both', { files: { 'one.xml': { local: { 22: 2 }, central: { 24: 2 } } } }],
    ['another packed size', { files: { 'one.xml': { central: { 20: 4 } } } }],
    ['another method', { files: { 'one.xml': { local: { 8: 0 } } } }],
    ['an unknown method', { files: { 'one.xml': { local: { 8: 12 }, central: { 10: 12 } } } }],
    ['another name', { files: { 'one.xml': { local: { 30: 0x58585858 } } } }],
    ['another checksum', { files: { 'one.xml': { local: { 14: 1 }, central: { 16: 1 } } } }],
    ['a size elsewhere', { files: { 'one.xml': { local: { 22: ZIP64 }, central: { 24: ZIP64 } } } }],
    ['a place outside', { files: { 'one.xml': { central: { 42: 1_000_000 } } } }],
    ['two files at one place', { files: { 'two.xml': { central: { 42: 0 } } } }],
    ['a smaller count of this disk', { end: { 8: 1 } }],
    ['a smaller count', { end: { 10: 1 } }],
    ['both counts smaller', { end: { 8: 1, 10: 1 } }],
    ['a count elsewhere', { end: { 8: 0xffff, 10: 0xffff } }],
    ['a directory elsewhere', { end: { 16: 0 } }],
    ['a directory on another disk', { end: { 4: 1 } }],
  ])('with %s is refused', (_what, lies) => {
    expect(() => unpackArchive(zipOf(FILES, lies), all)).toThrow('The file is damaged');
  });

  it('with a password is refused in words', () => {
    const lies = { files: { 'one.xml': { local: { 6: 1 }, central: { 8: 1 } } } };
    expect(() => unpackArchive(zipOf(FILES, lies), all)).toThrow('has a password');
  });

  it('may have 50 files, also ones that are not needed', () => {
    expect(unpackArchive(zipOf(filesOf(MAX_ARCHIVE_ENTRIES)), all).size).toBe(MAX_ARCHIVE_ENTRIES);
    expect(() => unpackArchive(zipOf(filesOf(MAX_ARCHIVE_ENTRIES + 1)), () => false)).toThrow(
      'more than 50 parts',
    );
  });

  it('with something after its end is refused', () => {
    expect(() => unpackArchive(Buffer.concat([zipOf(FILES), Buffer.from('x')]), all)).toThrow('damaged');
  });
});

function filesOf(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.xml`, '']));
}
