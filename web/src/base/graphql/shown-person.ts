/**
 * The header that names whom the page shows, or whose change is sent: the service refuses it for anybody
 * else.
 */
export const SHOWN_PERSON = 'Provender-Person';
