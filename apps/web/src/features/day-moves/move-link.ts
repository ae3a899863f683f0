/** Where the email of a day that is moved leads, with the booking's id. */
export const MOVE_LINK = /^#move-(\d+)$/
