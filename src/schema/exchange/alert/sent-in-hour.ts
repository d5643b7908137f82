/** Returns the SQL of the number of alerts sent in the last hour to `account`, an SQL expression. */
export function sentInHour(account: string): string {
  return `(SELECT count(*) FROM alerts recent WHERE recent.account_id = ${account} AND recent.status <> 'withheld'
             AND recent.created_at > now() - interval '1 hour')`;
}
