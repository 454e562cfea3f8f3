/** The names of secrets in Chinese, Japanese and Korean (see `secret-language.ts`). */
import { type JoinedLanguage, words } from './secret-language.js';

export const chinese: JoinedLanguage = {
  terms: {
    password: words('密码, 密碼, 口令, 助记词, 助記詞, 密保答案'),
    key: words('密钥, 密鑰, 金鑰, 私钥, 私鑰, 访问令牌, 存取權杖, 令牌'),
    card: words('信用卡号, 信用卡號, 银行卡号, 銀行卡號, 卡号, 卡號, 信用卡卡'),
    code: words('验证码, 驗證碼, 动态码, 安全码, 安全碼, 一次性密码, 校验码'),
  },
  notBefore: words(
    '长度, 長度, 策略, 强度, 強度, 规则, 規則, 提示, 管理, 数量, 數量, 复杂度, 有效期, 重置, 政策, 的长度, 的強度, 的强度, 学, 類型, 类型, 名称, 名稱, 过期, 保护, 个数',
  ),
  asks: words('输入, 輸入, 提供, 填写, 填寫, 请问, 請問, 告诉, 告訴, 发送, 發送, 确认, 確認, 粘贴, 什么, 什麼, 设置'),
  negations: words('不要, 请勿, 請勿, 切勿, 无需, 無需, 不会, 不會'),
};

export const japanese: JoinedLanguage = {
  terms: {
    password: words('パスワード, 暗証番号, パスフレーズ, パスコード, 合言葉, 認証情報, リカバリーフレーズ'),
    key: words('秘密鍵, apiキー, api キー, シークレットキー, アクセストークン, アクセスキー, アクセス トークン, トークン, シークレット'),
    card: words('カード番号, クレジットカード, セキュリティコード'),
    code: words('認証コード, 確認コード, ワンタイム, 認証番号, ワンタイムコード'),
  },
  notBefore: words(
    'の長さ, ポリシー, の強度, 強度, の数, 数, マネージャ, ルール, の有効期限, のヒント, リセット, 長, の文字数, サンタ, 名, の種類, 管理, の上限, 上限, 決済, 払い',
  ),
  asks: words('入力, 教えて, ください, 記入, 送信, 何ですか, 確認, 貼り付け'),
  negations: words('しないで, 不要, ないで, 入力しません'),
};

export const korean: JoinedLanguage = {
  terms: {
    password: words('비밀번호, 암호, 패스워드, 비밀 번호, 복구 구문'),
    key: words('api 키, api키, 비밀 키, 비밀키, 개인 키, 개인키, 액세스 토큰, 접근 토큰, 토큰, 시크릿 키'),
    card: words('카드 번호, 카드번호, 신용카드'),
    code: words('인증번호, 인증 번호, 인증 코드, 인증코드, 보안 코드, 일회용 비밀번호, 일회용 코드, 확인 코드'),
  },
  notBefore: words(
    ' 길이, 길이,  정책,  강도,  규칙,  수,  개수, 수,  힌트,  관리, 화,  복잡,  만료,  재설정,  한도,  결제,  이름, 의 길이',
  ),
  asks: words('입력, 알려, 주세요, 보내, 무엇, 확인, 작성'),
  negations: words('하지 마, 마세요, 않'),
};
