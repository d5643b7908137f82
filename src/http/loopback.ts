/** A host by a name or an address of this machine's own, which no other site can take. */
export const LOOPBACK_HOST = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:\d+)?$/;
