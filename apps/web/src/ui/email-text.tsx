import { Fragment } from 'react'

/** An address that breaks before its @ or a period behind it if it can. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <span className="wrap-anywhere">
      {email.slice(0, at)}
      {email
        .slice(at)
        .split(/(?=\.)/)
        .map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address
          <Fragment key={index}>
            <wbr />
            {part}
          </Fragment>
        ))}
    </span>
  )
}
