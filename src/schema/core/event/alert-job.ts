/** The task that finds and sends alerts. It runs every minute, and soon after a job was added. */
export type AlertTask = 'sendAlerts';

/** The SQL that adds a run of the task, in the transaction that causes an alert. */
export const ADD_ALERT_JOB = `SELECT FROM graphile_worker.add_job('sendAlerts', job_key => 'sendAlerts')`;

/** How long alerts, and the notes that they are based on, are stored, in days. */
export const ALERT_DAYS = 30;
