const DEFAULT_PORT = 5432;
const SCHEME = /^postgres(?:ql)?:\/\//;
const ATTRIBUTES = 'target_session_attrs';

/** The kind of server that a connection string selects. */
export type Attributes = 'any' | 'read-write' | 'read-only';

/** libpq's values. `primary` and `standby` differ from the first two only on a server configured as read-only. */
const KNOWN: Record<string, Attributes | undefined> = {
  any: 'any',
  'read-write': 'read-write',
  primary: 'read-write',
  'read-only': 'read-only',
  standby: 'read-only',
};

export interface Host {
  host: string;
  port: number;
}

/** A connection string of PostgreSQL, possibly with several servers. */
export interface DatabaseUrl {
  /** The connection string of the first server alone, for `pg`. */
  first: string;
  /** The servers in order of preference; empty with a single server, which `pg` handles itself. */
  hosts: Host[];
  attributes: Attributes;
}

/**
 * Parses a connection string such as `postgres://user:password@host1:5432,host2/name?target_session_attrs=read-write`.
 * With several servers, the default is one that accepts writes.
 *
 * @throws Error with the expected format, without repeating a password
 */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const [scheme] = SCHEME.exec(text) ?? [];
  if (!scheme) throw new Error('must be a URL that starts with postgres:// or postgresql://');
  const [, authority = '', rest = ''] = /^([^/?#]*)(.*)$/s.exec(text.slice(scheme.length)) ?? [];
  const credentials = authority.slice(0, authority.lastIndexOf('@') + 1);
  const names = authority.slice(credentials.length).split(',');
  const hosts = names.length > 1 ? names.map(parseHost) : [];
  const first = `${scheme}${credentials}${names[0]}${rest}`;
  const url = URL.parse(first);
  if (!url) {
    throw new Error(
      'must be a URL such as postgres://user:password@host:5432/name, with special characters encoded',
    );
  }
  if (url.searchParams.get('host')?.includes(',')) {
    throw new Error(
      'must list several hosts before the name: postgres://user:password@host1:5432,host2:5432/name',
    );
  }
  const attribute = url.searchParams.get(ATTRIBUTES);
  const attributes = attribute === null ? (hosts.length > 0 ? 'read-write' : 'any') : KNOWN[attribute];
  if (!attributes) throw new Error(`must have a ${ATTRIBUTES} of ${Object.keys(KNOWN).join(', ')}`);
  return { first, hosts, attributes };
}

function parseHost(text: string, index: number): Host {
  const [, bracketed, plain, port = `${DEFAULT_PORT}`] =
    /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (!host || Number(port) < 1 || Number(port) > 65_535) {
    throw new Error(`must list hosts as host1:5432,host2:5432; number ${index + 1} is not a host and port`);
  }
  return { host, port: Number(port) };
}
