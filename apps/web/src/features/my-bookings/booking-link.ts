/** Where the emails about a booking lead, with its id. */
export const BOOKING_LINK = /^#booking-(\d+)$/
