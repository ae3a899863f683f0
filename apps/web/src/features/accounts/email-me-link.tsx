/** What a button says that emails a link to sign in; `sign-in` stays in one line. */
export const EMAIL_ME_LINK = (
  <span>
    Email me a <span className="whitespace-nowrap">sign-in</span> link
  </span>
)
