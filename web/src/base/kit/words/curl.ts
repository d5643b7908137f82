/** Returns a curl command that creates a record over REST. */
export function curlOf(path: string, body: object): string {
  return `curl ${location.origin}/api/v1${path} \\
  -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body, null, 1).replaceAll(/\n\s*/g, ' ')}'`;
}
