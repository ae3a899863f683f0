import type { Session } from '@arcadia/contract/accounts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
import { DialogsContext } from '../dialogs.ts'
import { AdminAuthProvider, adminSession } from '../session/session.tsx'

export const ADMIN = { token: 'token', user: { id: 1, username: 'admin', role: 'ADMIN', position: 'OWNER' } } as Session

/** Renders a screen inside what the application wraps around it. */
export function show(screen: ReactNode, address = '/'): void {
  const open = () => {}
  const dialogs = {
    openBooking: open,
    openSignIn: open,
    openSignUp: open,
    openEnquiry: open,
    openAccount: open,
  }
  render(
    <MemoryRouter initialEntries={[address]}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <DialogsContext value={dialogs}>
          <AdminAuthProvider>{screen}</AdminAuthProvider>
        </DialogsContext>
      </QueryClientProvider>
    </MemoryRouter>,
  )
}

/** Renders a screen of the portal for a signed-in admin. */
export function showToAdmin(screen: ReactNode, address?: string): void {
  adminSession.signIn(ADMIN)
  show(screen, address)
}

/** What is read, whichever spaces keep its words together. */
export const textOf = (element: Element | null): string => element?.textContent?.replaceAll('\u00a0', ' ') ?? ''

type Answer = (body: unknown) => Response | Promise<Response>

/** Answers requests by `'POST /api/…'`, ignoring the query string, and records them; unlisted requests fail. */
export function answerWith(answers: Record<string, Answer>): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string | URL, { method = 'GET', body }: RequestInit = {}) => {
    const request = `${method} ${new URL(url, 'http://localhost').pathname}`
    asked.push(request)
    return answers[request]?.(body ? JSON.parse(String(body)) : undefined) ?? broken()
  })
  return asked
}

export const refused = (status: number, message: string, error: string) => () =>
  Response.json({ message, error, requestId: '1' }, { status })

export const broken = () => new Response('x', { status: 500 })
