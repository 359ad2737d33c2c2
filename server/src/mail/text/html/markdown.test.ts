import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { splitText } from '../quotes/split.ts';
import { markdownOfHtml } from './markdown.ts';

const cases: Record<string, [html: string, markdown: string]> = {
  'paragraphs and lines': [
    '<p>a<br>b</p><p>c</p><div>d</div><div>e</div>',
    'a  \nb\n\nc\n\nd  \ne\n',
  ],
  'bold and italic words, without the spaces around them': [
    'a<b> b </b>c <i>d</i>',
    'a **b** c *d*\n',
  ],
  'bold text over two lines': ['<b>a<br>b</b>', '**a**  \n**b**\n'],
  lists: ['<ul><li>a<li>b<ol start=3><li>c</ol></ul>', '- a\n- b\n\n  3. c\n'],
  'quotes in quotes': [
    '<blockquote>a<blockquote>b</blockquote></blockquote>c',
    '> a\n>\n> > b\n\nc\n',
  ],
  tables: ['<table><tr><th>a</th><th>b</th></tr><tr><td>c<td>d</table>', 'a | b  \nc | d\n'],
  'headings and rules': ['<h2>a</h2>b<hr>c', '## a\n\nb\n\n---\n\nc\n'],
  'a link and one that shows its address': [
    '<a href="https://x.example/(a)">a</a> <a href="https://x.example/b">https://x.example/b</a>',
    '[a](https://x.example/%28a%29) https://x.example/b\n',
  ],
  'a link that leads nowhere safe': ['<a href="javascript:x()">a</a>', 'a\n'],
  'images of the mail and of a server': [
    '<img src="cid:a@b" alt="plan"><img src="https://x.example/t.gif"><img src="x" alt="logo">',
    '![plan](cid:a@b)logo\n',
  ],
  'hidden text, scripts, styles and comments': [
    '<style>p{}</style><div style="display: none">a</div><!-- b --><script>c</script>d',
    'd\n',
  ],
  'signs of Markdown in the text': [
    '# a<br>- b<br>1. c<br>*d* _e_ user_name `f` &lt;g&gt; [h](i)<br>&gt; j',
    '\\# a  \n\\- b  \n1\\. c  \n\\*d\\* \\_e\\_ user_name \\`f\\` \\<g> [h\\](i)  \n\\> j\n',
  ],
  'preformatted text and code': [
    '<pre>a\n  b\n\nc</pre><code>d_*e</code>',
    'a  \n  b\n\nc\n\n`d_*e`\n',
  ],
  'character references': [
    '&auml;&#228;&#xe4;&euro;&#128;&unknown;&nbsp;x&amp;lt;',
    'äää€€&unknown; x&lt;\n',
  ],
  'tags that are not closed or not open': ['</p><b>a<i>b</b>c</i><div', '**a*b***c\n'],
  'a sign that begins no tag': ['1 < 2 <3', '1 < 2 <3\n'],
};

/** Each has a reply and a quoted text, as its client marks them. */
const quoted: Record<string, string> = {
  Gmail:
    '<div dir="ltr">It works.</div><br><div class="gmail_quote"><div class="gmail_attr">Bob kirjoitti:<br></div><blockquote class="gmail_quote">Restart it.</blockquote></div>',
  'Apple Mail':
    'It works.<br><div><br><blockquote type="cite"><div>On 19. Nov 2026, at 10:00, Bob &lt;bob@example.com&gt; wrote:</div><br><div>Restart it.</div></blockquote></div>',
  Thunderbird:
    '<p>It works.</p><div class="moz-cite-prefix">Bob kirjoitti:<br></div><blockquote type="cite" cite="mid:x@y">Restart it.</blockquote>',
  'Outlook on the web':
    '<div>It works.</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>Lähettäjä:</b> Bob<br><b>Aihe:</b> Printer</div><div>Restart it.</div>',
  'Outlook, desktop':
    '<p class=MsoNormal>It works.<o:p></o:p></p><div style="border-top:solid"><p><b>From:</b> Bob<br><b>Sent:</b> Thursday, November 19, 2026 10:00 AM<br><b>To:</b> Ada<br><b>Subject:</b> Printer</p></div><p>Restart it.</p>',
  Yahoo:
    '<div>It works.</div><div id="yahoo_quoted_1" class="yahoo_quoted"><div>Bob kirjoitti:</div>Restart it.</div>',
  Proton:
    '<div>It works.</div><div class="protonmail_quote">Bob kirjoitti:<br><blockquote class="protonmail_quote" type="cite">Restart it.</blockquote></div>',
  'a signature': 'It works.<br><div class="gmail_signature">Ada Ellis<br>Example Ltd.</div>',
};

describe('Markdown of HTML', () => {
  for (const [what, [html, markdown]] of Object.entries(cases))
    test(`the text stays the same: ${what}`, () => {
      assert.equal(markdownOfHtml(html).text, markdown);
    });

  for (const [client, html] of Object.entries(quoted))
    test(`the quoted part is folded: ${client}`, () => {
      const { text, marked } = markdownOfHtml(html);
      const { before, note, after } = splitText(text, { marked });
      assert.equal(note, 'It works.');
      assert.equal(before + note + after, text);
    });

  test('answers between the quoted parts are not folded', () => {
    const html =
      '<div class="gmail_quote"><div class="gmail_attr">Bob wrote:</div><blockquote class="gmail_quote">Is it on?</blockquote>Yes.<blockquote class="gmail_quote">Is it blue?</blockquote>No.</div>';
    const { text, marked } = markdownOfHtml(html);
    assert.equal(splitText(text, { marked }).note, text.trimEnd());
  });

  test('a mail that Gmail forwards is not folded', () => {
    const html =
      'See below.<div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>From: Bob<br>Subject: x</div>It is broken.</div>';
    const { text, marked } = markdownOfHtml(html);
    assert.match(splitText(text, { marked }).note, /^See below\..*It is broken\.$/s);
  });
});
