/** The look of a field in which the code of a gift is typed. */
export const CODE_INPUT = {
  className: 'num [&_.input]:px-[min(0.85rem,4vw)] [&_.input]:text-[length:clamp(16px,5.4vw,1rem)]!',
  placeholder: 'WXYZ-2345-ABCD-6789',
  autoComplete: 'off',
  autoCapitalize: 'characters',
  spellCheck: false,
  maxLength: 40,
}
