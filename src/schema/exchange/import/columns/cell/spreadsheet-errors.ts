/** The texts that spreadsheets show for a value that they cannot compute, in the languages of senders. */
const ERRORS = new Set(
  (
    '#N/A #N/A! #NAME? #REF! #VALUE! #DIV/0! #NUM! #NULL! #SPILL! #CALC! #FIELD! #BLOCKED! #UNKNOWN! #CONNECT! ' +
    '#GETTING_DATA #ERROR! #BUSY! #PYTHON! #EXTERNAL! ' +
    '#NV #WERT! #BEZUG! #ZAHL! #ÜBERLAUF! #KALK! #FELD! ' +
    '#VALEUR! #NOM? #NOMBRE! #NUL! #PROPAGATION! ' +
    '#¡VALOR! #¿NOMBRE? #¡REF! #¡DIV/0! #¡NUM! #¡NULO! #¡DESBORDAMIENTO! #¡CALC! #VALOR! #NOMBRE? #NULO! ' +
    '#N/D #VALORE! #NOME? #RIF! #NULLO! #ESPANSIONE! ' +
    '#N/D! #ARG! #ADR! #LICZBA! #NAZWA? #ZERO! #ROZLANIE! ' +
    '#N/B #WAARDE! #VERW! #NAAM? #GETAL! #DEEL/0! #LEEG! #OVERLOOP! ' +
    '#SAKNAS! #VÄRDEFEL! #REFERENS! #NAMN? #OGILTIGT! #DIVISION/0! #SKÄRNING! ' +
    '#I/T #VÆRDI! #VERDI! #REFERENCE! #NAVN? #NUMMER! #TALL! #NÚM! ' +
    '#PUUTTUU! #ARVO! #VIITTAUS! #NIMI? #LUKU! #JAKO/0! #TYHJÄ! ' +
    '#NENÍ_K_DISPOZICI #HODNOTA! #NÁZEV? #ODKAZ! #ČÍSLO! #DĚLENÍ_NULOU! ' +
    '#HIÁNYZIK #ÉRTÉK! #HIV! #NÉV? #SZÁM! #ZÉRÓOSZTÓ! #NULLA! ' +
    '#YOK #DEĞER! #BAŞV! #AD? #SAYI! #SAYI/0! #BOŞ! ' +
    '#Н/Д #ЗНАЧ! #ССЫЛКА! #ИМЯ? #ЧИСЛО! #ДЕЛ/0! #ПУСТО!'
  ).split(' '),
);

/**
 * Returns whether a text is what a spreadsheet shows for an error, or for a value that its column is too
 * narrow for.
 */
export function isSpreadsheetError(text: string): boolean {
  if (text.startsWith('#')) return ERRORS.has(text.toUpperCase()) || /^#{3,255}$/.test(text);
  return /^Err:\d{3}$/i.test(text);
}
