/** Where the REST API is. */
export const BASE_PATH = '/api/v1';
