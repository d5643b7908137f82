/** Shown when a change or photo cannot be kept on this phone. */
export const NO_ROOM =
  'This phone has no room for more. Connect to the network to send what waits, or remove photos.';
