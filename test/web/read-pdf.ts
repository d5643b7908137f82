import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

interface Pdf {
  /** The text of each page. */
  pages: string[];
  /** Every piece of text, with its right edge in points. */
  texts: { text: string; right: number }[];
}

/** Reads what a PDF shows. */
export async function readPdf(bytes: Buffer): Promise<Pdf> {
  const reading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await reading.promise;
  const pages: string[] = [];
  const texts: Pdf['texts'] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const pieces = items.flatMap((item) => ('str' in item ? [item] : []));
    pages.push(pieces.map(({ str, hasEOL }) => str + (hasEOL ? '\n' : '')).join(''));
    texts.push(
      ...pieces
        .filter(({ str }) => str.trim() !== '')
        .map(({ str, transform, width }) => ({ text: str, right: Number(transform[4]) + width })),
    );
  }
  await reading.destroy();
  return { pages, texts };
}
