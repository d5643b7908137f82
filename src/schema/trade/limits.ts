/** Lines of a delivery, a return or a receipt. */
export const MAX_PRODUCTS = 500;
/** Deliveries in a batch. */
export const MAX_DELIVERIES = 100;
/** Deliveries whose status a call changes. */
export const MAX_MOVES = 200;
/** Characters of a reason. */
export const MAX_REASON = 100;
/** Characters of a lot. */
export const MAX_LOT = 64;
/** Lots of a line. */
export const MAX_LOTS = 20;
/** Lines of a standing order. */
export const MAX_ORDER_LINES = 500;
/** Weeks between the dates of a standing order. */
export const MAX_WEEKS = 8;
/** Days ahead that a standing order creates deliveries. */
export const MAX_LEAD_DAYS = 14;
/** Days that a date moves to find an open day. */
export const MAX_SHIFT_DAYS = 14;
/** Missed dates that a call restores. */
export const MAX_RESTORED_DATES = 1_000;
/** Lines of the deliveries that a call restores. */
export const MAX_RESTORED_LINES = 20_000;
/** Days of a calendar or a plan. */
export const MAX_WINDOW_DAYS = 62;
/** Stops of a day. */
export const MAX_STOPS = 200;
/** Characters of a question to a branch, and of its answer. */
export const MAX_QUESTION = 500;
/** Temperatures of a receipt. */
export const MAX_TEMPERATURES = 20;
/** Photos of a receipt. */
export const MAX_PHOTOS = 6;
/** Size of a photo. */
export const MAX_PHOTO_KIB = 400;
/** Size of a signature. */
export const MAX_SIGNATURE_KIB = 64;
/** Types of containers in a delivery. */
export const MAX_CONTAINER_ROWS = 100;
/** Containers of a type that go out with a delivery, or come back. */
export const MAX_CONTAINERS = 100_000;
/** Characters of the code of a container type. */
export const MAX_CONTAINER_CODE = 50;
/** Containers in an adjustment. */
export const MAX_ADJUSTED = 1_000_000;
/** Days of a statement of containers. */
export const MAX_STATEMENT_DAYS = 1_100;
/** Validity of a receipt link after the delivery date. */
export const RECEIPT_LINK_DAYS = 7;
/** Receipt links of a delivery; one more ends the oldest. */
export const MAX_RECEIPT_LINKS = 20;
/** Stops of a tour. */
export const MAX_TOUR_STOPS = 200;
/** Stops of the tours of a day together. */
export const MAX_DAY_STOPS = 5_000;
/** Tours of a day. */
export const MAX_DAY_TOURS = 200;
/** Templates of tours. */
export const MAX_TOUR_TEMPLATES = 200;
/** Branches of a template of tours. */
export const MAX_TEMPLATE_BRANCHES = 200;
/** Time for which what a driver did at a door is accepted after the stop left the driver's tour. */
export const FORMER_STOP_HOURS = 48;
