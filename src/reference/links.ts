import { posix } from 'node:path';
import { type Guide, isGuide, sourceOf } from './guides.ts';

/** The target of a link in a guide. */
export type Target =
  | { kind: 'elsewhere'; href: string }
  | { kind: 'guide'; guide: Guide; anchor: string }
  | { kind: 'reference' }
  | { kind: 'openapi' }
  /** A file of the repository, which is served beside the guides. */
  | { kind: 'file'; path: string };

/** Returns the target of a link in a guide, given relative to the guide's source in the repository. */
export function targetOf(guide: Guide, href: string): Target {
  if (/^(https?:|#)/.test(href)) return { kind: 'elsewhere', href };
  const [relative = '', anchor] = href.split('#');
  const path = posix.join(posix.dirname(sourceOf(guide)), relative);
  if (path === 'openapi.json') return { kind: 'openapi' };
  if (path === 'docs/rest.md') return { kind: 'reference' };
  const [, name = path === 'SECURITY.md' ? 'security' : ''] = /^docs\/([\w-]+)\.md$/.exec(path) ?? [];
  if (isGuide(name)) return { kind: 'guide', guide: name, anchor: anchor === undefined ? '' : `#${anchor}` };
  return { kind: 'file', path };
}
