export const ALERTS = {
  AlertStatus: 'How far an alert is.',
  'AlertStatus.PENDING': 'It is being sent, or will be sent again.',
  'AlertStatus.SENT': 'It was sent.',
  'AlertStatus.FAILED': 'It could not be sent. See `error`.',
  'AlertStatus.WITHHELD': 'The account had too many alerts in an hour. A summary counts it.',
};
