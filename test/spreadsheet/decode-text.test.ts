import { describe, expect, it } from 'vitest';
import { decodeText } from '../../src/spreadsheet/decode-text.ts';
import { UnreadableFile } from '../../src/spreadsheet/unreadable-file.ts';

const WORDS: Record<string, string[]> = {
  German: ['Grüne Soße', 'Müsli', 'Käse', 'Brötchen', 'Würze', 'Öl'],
  French: ['Crème brûlée', 'Pâté', 'Garçon', 'Bœuf', 'Fraîche', 'Thé à la menthe'],
  Spanish: ['Jamón ibérico', 'Piña', 'Champiñón', 'Limón', 'Café', 'Atún'],
  Danish: ['Rødgrød', 'Æbleskive', 'Smørrebrød', 'Fløde', 'Blåbær', 'Kål'],
  Polish: ['Żurek w słoiku', 'Łosoś wędzony', 'Chleb żytni', 'Pączki', 'Śledź'],
  Czech: ['Žitný chléb', 'Řízek', 'Šunka', 'Tvaroh s příchutí', 'Hořčice'],
  Hungarian: ['Túrós rétes', 'Gyümölcs', 'Szőlő', 'Töltött', 'Tűzdelt'],
  Russian: ['Хлеб ржаной', 'Сыр', 'Молоко', 'Яйца', 'Масло'],
  Greek: ['Ψωμί', 'Ελιές', 'Φέτα', 'Γιαούρτι', 'Μέλι'],
  Turkish: ['Şeker', 'Çiğ köfte', 'Peynir ığdır', 'Ayçiçek yağı', 'Süt'],
  Lithuanian: ['Sūris', 'Šaltibarščiai', 'Grybai ąžuolas', 'Žuvis', 'Kiaušinių'],
  Japanese: ['食パン六枚切', 'ハム', 'カレー粉', 'みそ汁', 'おにぎり'],
};

/** How files of each language are encoded. */
const ENCODINGS: [language: string, ...labels: string[]][] = [
  ['German', 'windows-1252', 'macintosh', 'windows-1250'],
  ['French', 'windows-1252', 'macintosh', 'iso-8859-15'],
  ['Spanish', 'windows-1252', 'macintosh'],
  ['Danish', 'windows-1252', 'macintosh'],
  ['Polish', 'windows-1250', 'iso-8859-2'],
  ['Czech', 'windows-1250', 'iso-8859-2'],
  ['Hungarian', 'windows-1250', 'iso-8859-2'],
  ['Russian', 'windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic'],
  ['Greek', 'windows-1253'],
  ['Turkish', 'windows-1254'],
  ['Lithuanian', 'windows-1257'],
  ['Japanese', 'shift_jis', 'euc-jp'],
];
/** The encodings that are recognized from five words, without a question. */
const RECOGNIZED = new Set([
  'German windows-1252',
  'French windows-1252',
  'Spanish windows-1252',
  'Danish windows-1252',
  'Polish windows-1250',
  'Czech windows-1250',
  'Hungarian windows-1250',
  'Japanese shift_jis',
  'German macintosh',
  'Russian koi8-r',
  'Russian ibm866',
]);

const signs = new Map<string, Map<string, number[]>>();

/** Returns the bytes of each character, which the decoder of the platform tells. */
function signsOf(label: string): Map<string, number[]> {
  const known = signs.get(label);
  if (known) return known;
  const found = new Map<string, number[]>();
  const decoder = new TextDecoder(label, { fatal: true });
  const add = (bytes: number[]) => {
    try {
      const text = decoder.decode(Uint8Array.from(bytes));
      if ([...text].length === 1 && !found.has(text)) found.set(text, bytes);
    } catch {
      // No character has these bytes.
    }
  };
  for (let byte = 0; byte < 256; byte++) add([byte]);
  if (/jis|euc/.test(label))
    for (let first = 0x81; first < 255; first++) for (let next = 0x40; next < 255; next++) add([first, next]);
  signs.set(label, found);
  return found;
}

function encoded(text: string, label: string): Buffer {
  return Buffer.from(Array.from(text, (sign) => signsOf(label).get(sign)!).flat());
}

function fileOf(language: string, label: string, count: number): { text: string; file: Buffer } {
  const words = WORDS[language]!.slice(0, count);
  const text = `reference;name\r\n${words.map((word, at) => `A-${at};${word}`).join('\r\n')}\r\n`;
  return { text, file: encoded(text, label) };
}

function isAskedOrRefused(file: Buffer): boolean {
  try {
    return decodeText(file).candidates.length > 0;
  } catch (error) {
    return error instanceof UnreadableFile;
  }
}

describe('a text file', () => {
  const cases = ENCODINGS.flatMap(([language, ...labels]) =>
    labels.flatMap((label) => [1, 5].map((count) => [language, label, count] as const)),
  );
  it.each(cases)('in %s and %s, of which %d words show it, is read rightly or asked about', (...of) => {
    const { text, file } = fileOf(...of);
    const { text: read, candidates } = decodeText(file);
    expect([read, ...candidates.map(({ encoding }) => decodeText(file, encoding).text)]).toContain(text);
    // Without a question, nothing but the right text.
    expect([text, of[1]]).toContain(candidates.length === 0 ? read : of[1]);
  });

  it.each(cases.filter(([language, label, count]) => count > 1 && RECOGNIZED.has(`${language} ${label}`)))(
    'in %s and %s needs no question with %d words',
    (...of) => {
      const { text, file } = fileOf(...of);
      expect(decodeText(file)).toMatchObject({ text, candidates: [] });
    },
  );

  it.each<[string, number[], string]>([
    ['Danish and the code page 850', [0x52, 0x9b, 0x64, 0x67, 0x72, 0x9b, 0x64], 'Rødgrød'],
    ['Swedish and the code page 437', [0x4b, 0x94, 0x74, 0x74, 0x62, 0x75, 0x6c], 'Köttbul'],
    ['Chinese and GBK', [0xd6, 0xd0, 0xb9, 0xfa, 0xc3, 0xd7, 0xb7, 0xb9], '中国米饭'],
    ['Korean and EUC-KR', [0xb1, 0xe8, 0xc4, 0xa1], '김치'],
  ])('in %s is never read as something else without a question', (_what, bytes, word) => {
    const file = Buffer.concat([Buffer.from('reference;name\nA-1;'), Buffer.from(bytes), Buffer.from('\n')]);
    expect(word).toSatisfy(() => isAskedOrRefused(file));
  });

  it('has no binary zeros', () => {
    const file = Buffer.concat([Buffer.from('a;b\n'), Buffer.from([0, 0xe4, 0xff, 0, 1])]);
    expect(() => decodeText(file)).toThrow('neither a spreadsheet nor CSV');
  });
});
