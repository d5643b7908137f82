/** What spreadsheets write instead of a value that they cannot compute, in the languages that they have. */
const ERRORS = new Set(
  (
    '#N/A #N/A! #NAME? #REF! #VALUE! #DIV/0! #NUM! #NULL! #SPILL! #CALC! #FIELD! #BLOCKED! #UNKNOWN! #CONNECT! ' +
    '#GETTING_DATA #ERROR! #BUSY! #PYTHON! #EXTERNAL! ' +
    '#NV #WERT! #BEZUG! #ZAHL! #ÜBERLAUF! #KALK! #FELD! ' +
    '#VALEUR! #NOM? #NOMBRE! #NUL! #PROPAGATION! ' +
    '#¡VALOR! #¿NOMBRE? #¡REF! #¡DIV/0! #¡NUM! #¡NULO! #¡DESBORDAMIENTO! #¡CALC! #VALOR! #NOMBRE? #NULO! ' +
    '#N/D #VALORE! #NOME? #RIF! #NULLO! #ESPANSIONE! ' +
    '#N/D! #ARG! #ADR! #LICZBA! #NAZWA? #ZERO! #ROZLANIE! ' +
    '#N/B #WAARDE! #VERW! #NAAM? #GETAL! #DEEL/0! #LEEG! #OVERLOOP!'
  ).split(' '),
);

/** Returns whether a text is what a spreadsheet shows for an error, or for a value that its column is too narrow for. */
export function isSpreadsheetError(text: string): boolean {
  if (text.startsWith('#')) return ERRORS.has(text.toUpperCase()) || /^#{3,255}$/.test(text);
  return /^Err:\d{3}$/i.test(text);
}
