const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
];
/** Signs that words begin with, and those that words end with. */
const BEFORE = '“„«‘¡¿•€£¥';
const AFTER = '®™°²³ªº½¼¾€£¥“”»’…';
/** Signs that stand between letters. */
const BETWEEN = '’–·';

/** Counts what the words of no language have: signs inside, several scripts, capitals inside. */
export function oddities(word: string): number {
  const signs = [...word];
  let odd =
    SCRIPTS.filter((script) => script.test(word)).length > 1 && !/^[A-Z]?\P{ASCII}+$/u.test(word) ? 1 : 0;
  for (const [at, sign] of signs.entries()) {
    if (sign <= '\u007F') continue;
    const [before = '', after = ''] = [signs[at - 1], signs[at + 1]];
    if (isLetter(sign)) {
      const isCapital = /\p{Lu}/u.test(sign);
      if (isCapital && isLetter(before) && (/\p{Ll}/u.test(before) || /\p{Ll}/u.test(after))) odd += 1;
      if (sign !== 'ß' && /\p{Ll}/u.test(sign) && /\p{Lu}/u.test(after)) odd += 1;
    } else if (BETWEEN.includes(sign)) continue;
    else if (isLetter(before) && (isLetter(after) || !AFTER.includes(sign))) odd += 1;
    else if (isLetter(after) && !BEFORE.includes(sign)) odd += 1;
  }
  return odd;
}

function isLetter(sign: string): boolean {
  return /^(?:(?!\p{Lm})[\p{L}\p{M}]|ー)/u.test(sign);
}
