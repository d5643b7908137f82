import { describe, expect, it } from 'vitest';
import { createLinked } from '../../../support/records/receipts.ts';
import { createAccount } from '../../../support/service/account.ts';
import { join } from '../../../support/service/people.ts';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn as createOwner } from '../../../support/service/settings.ts';
import { createSignedIn, type Visitor } from '../../../support/service/visitor.ts';
import { chunkOf, jpegOf, pngOf } from '../../../support/web/images.ts';

const service = useService();

const LOGO = 'logo { id mediaType width height url }';
const SET = `mutation ($image: String!) { setLogo(image: $image) { ${LOGO} } }`;
const REMOVE = `mutation { removeLogo { ${LOGO} } }`;
const READ = `{ account { ${LOGO} } }`;
const CHANGES = '{ auditLog(filter: { actions: ["account.changed"] }) { nodes { details } } }';

const setLogo = async (visitor: Visitor, image: Buffer) =>
  (await visitor.data(SET, { image: image.toString('base64') })).setLogo.logo;
/** Returns an image with another byte at an index. */
const withByte = (image: Buffer, index: number) => {
  const changed = Buffer.from(image);
  changed.writeUInt8(changed.at(index)! ^ 0xff, index < 0 ? image.length + index : index);
  return changed;
};
const logoOf = async (visitor: Visitor) => (await visitor.data(READ)).account.logo;
const download = ({ cookies }: Visitor, url: string) =>
  fetch(url, {
    headers: {
      Cookie: Array.from(cookies, (each) => each.join('=')).join('; '),
      'Sec-Fetch-Site': 'same-origin',
    },
  });

describe('the logo', () => {
  it('is set, replaced and removed, each time once, and named in the audit log', async () => {
    const owner = await createSignedIn(service);
    expect(await logoOf(owner)).toBeNull();
    const first = await setLogo(owner, pngOf(40, 20));
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{64}$/),
      mediaType: 'image/png',
      width: 40,
      height: 20,
      url: `${service.url}/logo/${first.id}`,
    });
    expect(await setLogo(owner, pngOf(40, 20))).toEqual(first);
    const second = await setLogo(owner, jpegOf(2_000, 1));
    expect(second).toMatchObject({ mediaType: 'image/jpeg', width: 2_000, height: 1 });
    expect(await logoOf(owner)).toEqual(second);
    expect((await download(owner, first.url)).status).toBe(404);
    for (let time = 0; time < 2; time++)
      expect((await owner.data(REMOVE)).removeLogo).toEqual({ logo: null });
    const { nodes } = (await owner.data(CHANGES)).auditLog;
    expect(nodes).toHaveLength(3);
    expect(JSON.stringify(nodes[0])).toContain('logo');
  });

  it('is served as an image and nothing else, to those who act for the account', async () => {
    const owner = await createSignedIn(service);
    const image = pngOf(1, 1);
    const { url } = await setLogo(owner, image);
    const response = await download(owner, url);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(image);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
    });
    const { visitor: driver } = await join(service, owner, 'driver');
    expect((await download(driver, url)).status).toBe(200);
    expect((await driver.data('{ session { account { logo { url } } } }')).session.account.logo.url).toBe(
      url,
    );
    const other = await createSignedIn(service);
    await setLogo(other, pngOf(2, 2));
    expect((await download(other, url)).status).toBe(404);
    expect((await fetch(url)).status).toBe(401);
    const { key } = await createAccount(service);
    expect((await fetch(url, { headers: { Authorization: `Bearer ${key}` } })).status).toBe(404);
  });

  it.each<[string, (image: Buffer) => string, string]>([
    ['nothing', () => '', 'not_a_logo'],
    ['no base64', () => '<svg/>', 'not_a_logo'],
    ['base64 with something else', (image) => `${image.toString('base64')}\n`, 'not_a_logo'],
    ['a data URL', (image) => `data:image/png;base64,${image.toString('base64')}`, 'not_a_logo'],
    [
      'a drawing with a script',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').toString('base64'),
      'not_a_logo',
    ],
    [
      'another kind of image',
      () => Buffer.from('GIF89a\x01\0\x01\0\0\0\0;').toString('base64'),
      'not_a_logo',
    ],
    [
      'an image with a page behind it',
      (image) => Buffer.concat([image, Buffer.from('<script>alert(1)</script>')]).toString('base64'),
      'not_a_logo',
    ],
    ['a part of an image', (image) => image.subarray(0, -1).toString('base64'), 'not_a_logo'],
    ['the size of an image alone', (image) => image.subarray(0, 24).toString('base64'), 'not_a_logo'],
    ['an image with a byte that changed', (image) => withByte(image, -20).toString('base64'), 'not_a_logo'],
    [
      'an image whose chunk is longer than the file',
      (image) => withByte(image, 33).toString('base64'),
      'not_a_logo',
    ],
    [
      'an image that lacks a part of its pixels',
      () => pngOf(4, 4, { cut: 5 }).toString('base64'),
      'not_a_logo',
    ],
    [
      'an image with fewer pixels than it says',
      () => pngOf(4, 4, { drawn: [4, 3] }).toString('base64'),
      'not_a_logo',
    ],
    [
      'an image with far more pixels than it says',
      () => pngOf(4, 4, { drawn: [99, 99] }).toString('base64'),
      'not_a_logo',
    ],
    ['a photo that ends early', () => jpegOf(4, 4).subarray(0, -1).toString('base64'), 'not_a_logo'],
    ['a photo with a broken segment', () => withByte(jpegOf(4, 4), 5).toString('base64'), 'not_a_logo'],
    [
      'a photo without anything drawn',
      () => Buffer.concat([jpegOf(4, 4).subarray(0, 15), Buffer.from('ffd9', 'hex')]).toString('base64'),
      'not_a_logo',
    ],
    [
      'a photo with a page behind it',
      () =>
        Buffer.concat([jpegOf(4, 4), Buffer.from('<script>'), Buffer.from('ffd9', 'hex')]).toString('base64'),
      'not_a_logo',
    ],
    ['the beginning of an image', (image) => image.subarray(0, 8).toString('base64'), 'not_a_logo'],
    ['an image without a pixel', () => pngOf(0, 5).toString('base64'), 'not_a_logo'],
    [
      'a small file that is a huge image',
      () => pngOf(30_000, 30_000, { drawn: [1, 1] }).toString('base64'),
      'logo_too_wide',
    ],
    ['an image that is too high', () => jpegOf(1, 2_001).toString('base64'), 'logo_too_wide'],
    ['a file that is too large', () => Buffer.alloc(102_401).toString('base64'), 'logo_too_large'],
    ['one that is far too large', () => 'A'.repeat(150_000), 'logo_too_large'],
  ])('is not %s', async (_what, encode, problem) => {
    const owner = await createSignedIn(service);
    const before = await setLogo(owner, pngOf(3, 3));
    expect(await owner.refusal(SET, { image: encode(pngOf(4, 4)) })).toMatchObject({
      code: 'validation_error',
      field: 'image',
      problem,
    });
    expect(await logoOf(owner)).toEqual(before);
  });

  it('can have as many bytes as are allowed', async () => {
    const owner = await createSignedIn(service);
    const image = pngOf(1, 1);
    const [head, end] = [image.subarray(0, -12), image.subarray(-12)];
    const filled = Buffer.concat([head, chunkOf('teXt', Buffer.alloc(102_400 - image.length - 12)), end]);
    expect((await setLogo(owner, filled)).width).toBe(1);
  });

  it('is changed by owners only', async () => {
    const owner = await createSignedIn(service);
    const image = pngOf(1, 1).toString('base64');
    for (const role of ['member', 'developer', 'driver', 'viewer'] as const) {
      const { visitor } = await join(service, owner, role);
      for (const [query, variables] of [[SET, { image }] as const, [REMOVE, {}] as const]) {
        expect(await visitor.refusal(query, variables)).toMatchObject({ code: 'insufficient_scope' });
      }
    }
    expect(await logoOf(owner)).toBeNull();
  });

  it('of two that are set at once is one of them', async () => {
    const owner = await createSignedIn(service);
    const logos = await Promise.all([5, 6, 7].map((width) => setLogo(owner, pngOf(width, 1))));
    expect(logos.map(({ id }) => id)).toContain((await logoOf(owner)).id);
  });
});

describe('the page of a link', () => {
  it("shows the supplier's logo, which the link of another delivery loads only with its own id", async () => {
    const [account, other] = [await createOwner(service), await createOwner(service)];
    const { url } = await createLinked(account);
    const { url: otherUrl } = await createLinked(other);
    expect(await (await fetch(url)).text()).not.toContain('<img');
    const image = pngOf(8, 8);
    await service.database.pool.query(
      `INSERT INTO logos (account_id, media_type, width, height, content) VALUES ($1, 'image/png', 8, 8, $2)`,
      [account.id, image],
    );
    const [, path] = /<img class="logo" src="([^"]+)" alt="">/.exec(await (await fetch(url)).text())!;
    expect(path).toMatch(new RegExp(`^${new URL(url).pathname}/logo/[0-9a-f]{64}$`));
    const response = await fetch(`${service.url}${path}`);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(image);
    expect(response.headers.get('Content-Type')).toBe('image/png');
    expect(response.headers.get('Cache-Control')).toContain('immutable');
    const id = path!.split('/').at(-1);
    expect((await fetch(`${otherUrl}/logo/${id}`)).status).toBe(404);
    expect((await fetch(`${service.url}/r/AAAAAAAAAAAAAAAAAAAAAA/logo/${id}`)).status).toBe(404);
    expect((await fetch(`${url}/logo/${'0'.repeat(64)}`)).status).toBe(404);
  });
});
