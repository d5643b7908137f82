/** Returns the endpoints of a webhook, deletion last. */
export function endpointsOf(id: number): [method: string, path: string, body?: object][] {
  return [
    ['GET', `/webhooks/${id}`],
    ['PATCH', `/webhooks/${id}`, { url: 'https://taken.example.com/' }],
    ['GET', `/webhooks/${id}/deliveries`],
    ...['enable', 'rotate-secret', 'test', 'recover', 'deliveries/msg_1/resend'].map(
      (action): [string, string] => ['POST', `/webhooks/${id}/${action}`],
    ),
    ['DELETE', `/webhooks/${id}`],
  ];
}
