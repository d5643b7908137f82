/** The names that HTML gives the characters from U+00A0 to U+00FF. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para ' +
  'middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave ' +
  'Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc ' +
  'Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc ' +
  'iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const MORE_CHARACTERS: Record<string, string> = {
  euro: '€',
  OElig: 'Œ',
  oelig: 'œ',
  Scaron: 'Š',
  scaron: 'š',
  Zcaron: 'Ž',
  zcaron: 'ž',
  Yuml: 'Ÿ',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  bull: '•',
  hellip: '…',
  trade: '™',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
};
const CHARACTERS = new Map([
  ...LATIN.split(' ').map((name, at) => [name, String.fromCodePoint(0xa0 + at)] as const),
  ...Object.entries(MORE_CHARACTERS),
]);

/**
 * Returns HTML with the characters that names and numbers stand for. Those of markup, such as `&lt;`, stay.
 */
export function withCharacters(html: string): string {
  return html
    .replaceAll(/&([A-Za-z]{2,8}[1-4]{0,2});/g, (whole, name: string) => CHARACTERS.get(name) ?? whole)
    .replaceAll(/&#(?:(\d{1,7})|x([\da-f]{1,6}));/gi, (whole, decimal?: string, hex?: string) => {
      const point = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
      // ASCII has the signs of markup; surrogates are no characters.
      const isCharacter = point > 0x9f && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
      return isCharacter ? String.fromCodePoint(point) : whole;
    });
}
