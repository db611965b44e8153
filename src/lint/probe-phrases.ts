/** What worthless agents say. `done` and `about` stand around the user's own values: "I have handled A-1001." */
export type ProbePhrases = { polite: string; done: string; about: (values: string) => string };

const ENGLISH: ProbePhrases = {
  polite: 'Thank you for your message. I am happy to help you with anything you need.',
  done: 'Yes, of course. I have done everything you asked for, and it is all confirmed.',
  about: (values) => `That covers ${values}.`,
};

const PHRASES: Readonly<Record<string, ProbePhrases>> = {
  en: ENGLISH,
  zh: {
    polite: '感谢您的留言，很高兴为您服务。',
    done: '好的，您要求的事情我已经全部办好了，一切均已确认。',
    about: (values) => `其中包括 ${values}。`,
  },
  ja: {
    polite: 'ご連絡ありがとうございます。喜んでお手伝いいたします。',
    done: 'はい、ご依頼の件はすべて完了し、確認も済んでおります。',
    about: (values) => `${values} も含まれています。`,
  },
  ko: {
    polite: '문의해 주셔서 감사합니다. 기꺼이 도와드리겠습니다.',
    done: '네, 요청하신 일을 모두 처리했고 확인까지 마쳤습니다.',
    about: (values) => `${values}도 포함됩니다.`,
  },
  de: {
    polite: 'Vielen Dank für Ihre Nachricht. Ich helfe Ihnen sehr gern weiter.',
    done: 'Ja, natürlich. Ich habe alles erledigt, worum Sie gebeten haben, und es ist alles bestätigt.',
    about: (values) => `Das betrifft ${values}.`,
  },
  fr: {
    polite: 'Merci pour votre message. Je suis à votre disposition pour vous aider.',
    done: 'Oui, bien sûr. J’ai fait tout ce que vous avez demandé, et tout est confirmé.',
    about: (values) => `Cela concerne ${values}.`,
  },
  es: {
    polite: 'Gracias por su mensaje. Con mucho gusto le ayudo en lo que necesite.',
    done: 'Sí, por supuesto. He hecho todo lo que pidió, y está todo confirmado.',
    about: (values) => `Esto incluye ${values}.`,
  },
  it: {
    polite: 'Grazie per il suo messaggio. Sono a sua disposizione per aiutarla.',
    done: 'Sì, certo. Ho fatto tutto quello che ha chiesto, ed è tutto confermato.',
    about: (values) => `Questo riguarda ${values}.`,
  },
  pt: {
    polite: 'Obrigado pela sua mensagem. Estou à disposição para ajudar no que precisar.',
    done: 'Sim, claro. Fiz tudo o que você pediu, e está tudo confirmado.',
    about: (values) => `Isso inclui ${values}.`,
  },
  nl: {
    polite: 'Dank u voor uw bericht. Ik help u graag met alles wat u nodig heeft.',
    done: 'Ja, natuurlijk. Ik heb alles gedaan wat u heeft gevraagd, en het is allemaal bevestigd.',
    about: (values) => `Dat gaat over ${values}.`,
  },
  ru: {
    polite: 'Спасибо за ваше сообщение. Я с радостью вам помогу.',
    done: 'Да, конечно. Я сделал всё, о чём вы просили, и всё подтверждено.',
    about: (values) => `Это касается ${values}.`,
  },
};

/** In the language of a BCP 47 tag; in English for a language that is not in the list. */
export function probePhrases(language = 'en'): ProbePhrases {
  const primary = language.toLowerCase().split('-')[0] ?? '';
  return Object.hasOwn(PHRASES, primary) ? (PHRASES[primary] ?? ENGLISH) : ENGLISH;
}
