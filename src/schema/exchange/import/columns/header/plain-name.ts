/** Returns a name without case, accents, spaces and signs, so that `Größe (cm)` is `grossecm`. */
export function plainName(name: string): string {
  return name
    .slice(0, 200)
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'l')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
