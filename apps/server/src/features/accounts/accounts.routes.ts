import {
  cancelEmailChange,
  changePassword,
  closeAccount,
  confirmEmail,
  forgotPassword,
  getMe,
  getUser,
  listUsers,
  login,
  logout,
  logoutEverywhere,
  register,
  resendConfirmation,
  resetPassword,
  setUserStatus,
  testSession,
  updateMe,
} from '@arcadia/contract/accounts'
import {
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  setUpSecondFactor,
} from '@arcadia/contract/second-factor'
import type { Bind } from '../../http/bind-endpoint.ts'
import type { Accounts } from './accounts.service.ts'
import { identifyBrowser, networkOrigin, rememberBrowser } from './known-browser.ts'
import type { SecondFactor } from './second-factor.service.ts'
import type { Users } from './users.service.ts'

interface Deps {
  accounts: Accounts
  secondFactor: SecondFactor
  users: Users
  publicUrl: string
}

export function accountRoutes(bind: Bind, { accounts, secondFactor, users, publicUrl }: Deps): void {
  const isHttps = publicUrl.startsWith('https:')

  bind(register, async ({ body, request, reply }) => {
    const { mark, origins } = identifyBrowser(request)
    const session = await accounts.register(body, origins)
    rememberBrowser(reply, mark, isHttps)
    return session
  })

  bind(login, async ({ body, request, reply }) => {
    const { mark, origins } = identifyBrowser(request)
    const session = await accounts.login(body, origins)
    rememberBrowser(reply, mark, isHttps)
    return session
  })

  bind(logout, async ({ user }) => {
    await accounts.logout(user)
    return undefined
  })
  bind(logoutEverywhere, async ({ user }) => void (await accounts.logoutEverywhere(user)))
  bind(
    closeAccount,
    async ({ user, body, request }) => void (await accounts.close(user, body.password, networkOrigin(request))),
  )
  bind(testSession, ({ user }) => `Signed in as ${user.username}`)
  bind(getMe, ({ user }) => accounts.getMe(user))
  bind(updateMe, ({ user, body, request }) => accounts.updateMe(user, body, networkOrigin(request)))
  bind(cancelEmailChange, ({ user }) => accounts.cancelEmailChange(user))
  bind(changePassword, ({ user, body, request }) => accounts.changePassword(user, body, networkOrigin(request)))

  bind(getSecondFactor, ({ user }) => secondFactor.get(user))
  bind(setUpSecondFactor, ({ user, body, request }) => secondFactor.setUp(user, body.password, networkOrigin(request)))
  bind(confirmSecondFactor, ({ user, body }) => secondFactor.confirm(user, body.code))
  bind(removeSecondFactor, async ({ user, body }) => void (await secondFactor.remove(user, body.code)))

  bind(listUsers, ({ query }) => users.search(query))
  bind(getUser, ({ params }) => users.get(params.id))
  bind(setUserStatus, ({ user, params, query }) => users.setActive(user.id, params.id, query.isActive))

  bind(forgotPassword, async ({ body, request }) => {
    await accounts.forgotPassword(body.email, identifyBrowser(request).origins)
    return { message: 'If that address has an account, a link to set a new password is on its way.' }
  })
  bind(resetPassword, async ({ body, request }) => {
    await accounts.resetPassword(body, networkOrigin(request))
    return { message: 'Your password is changed. Please sign in with the new one.' }
  })
  bind(confirmEmail, async ({ body }) => {
    await accounts.confirmEmail(body.token)
    return { message: 'Your email address is confirmed.' }
  })
  bind(resendConfirmation, async ({ user }) => {
    const isSent = await accounts.resendConfirmation(user)
    return { message: isSent ? 'A new link is on its way.' : 'Your email address is confirmed already.' }
  })
}
