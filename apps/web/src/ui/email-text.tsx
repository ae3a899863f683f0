import { emailParts } from '@arcadia/contract/site/wording'
import { Fragment } from 'react'

/** An address that breaks before its @ or its last period if it can. */
export const EmailText = ({ email }: { email: string }) => (
  <span className="wrap-anywhere">
    {emailParts(email).map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
)
