/** The letters that languages have besides A to Z, in small letters. */
const ALPHABETS = [
  'äöüßéàè',
  'àâæçéèêëîïôœùûüÿñ',
  'áéíóúüñçªº',
  'àèéìíîòóùú',
  'ąćęłńóśźżéöü',
  'ëïéèêöüáíóúàâç',
  'áâãàçéêíóôõúü',
  'áčďéěíňóřšťúůýžöü',
  'áäčďéíĺľňóôŕšťúýž',
  'áéíóöőúüű',
  'æøåéèêòôäöü',
  'åäöéàü',
  'áðéíóúýþæö',
  'ăâîșțşţ',
  'çğıiöşüâîû',
  'čćđšž',
  'ąčęėįšųūž',
  'āčēģīķļņšūž',
  'äöõüšž',
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  'абвгдђежзијклљмнњопрстћуфхцчџшѓѕќ',
  'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ',
].map((letters) => new Set(letters));

/** Returns how many different letters of a text are missing in the language that has most of them. */
export function lettersOfNoLanguage(text: string): number {
  const letters = new Set(
    text
      .toLowerCase()
      .match(/[\u0080-\u{2FFFF}\u{FF61}-\u{FF9F}]/gu)
      ?.filter(isAlphabetic),
  );
  return Math.min(...ALPHABETS.map((alphabet) => letters.difference(alphabet).size));
}

/** Chinese and Japanese have no alphabet. Half-width characters stay: they show a wrong encoding. */
function isAlphabetic(letter: string): boolean {
  return /\p{L}/u.test(letter) && !/[\p{Script=Han}\u3040-\u30FF\uFF21-\uFF5A]/u.test(letter);
}
