import { generateKeyPairSync, sign } from 'node:crypto';

const ED25519 = der(0x30, Buffer.from([0x06, 0x03, 0x2b, 0x65, 0x70]));
const COMMON_NAME = Buffer.from([0x06, 0x03, 0x55, 0x04, 0x03]);

/** Returns a key and a self-signed certificate for 127.0.0.1. */
export function selfSigned(): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const name = der(0x30, der(0x31, der(0x30, COMMON_NAME, der(0x0c, Buffer.from('127.0.0.1')))));
  const validity = der(0x30, time('200101000000Z'), time('491231235959Z'));
  const subjectKey = publicKey.export({ type: 'spki', format: 'der' });
  const content = der(0x30, der(0x02, Buffer.from([1])), ED25519, name, validity, name, subjectKey);
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign(null, content, privateKey)]));
  const base64 = der(0x30, content, ED25519, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function time(text: string): Buffer {
  return der(0x17, Buffer.from(text));
}

/** Returns a DER value: tag, length, contents. */
function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
