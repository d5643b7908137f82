import { drawingSVG, qrcode } from 'bwip-js/browser';

/** Returns a QR code as the address of an image. */
export function qrImageOf(text: string): string {
  const svg = qrcode({ bcid: 'qrcode', text }, drawingSVG());
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
