/** Why emailed groups are called as well, on the day itself. */
export const CallToo = () => (
  <p className="font-strong">
    The trip is today, so an email may be read too late: call everyone who isn't here yet, too. The day sheet lists them
    next, with a text ready to send.
  </p>
)
