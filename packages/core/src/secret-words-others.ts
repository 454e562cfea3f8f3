/** The names of secrets in Turkish, Arabic and Hindi (see `secret-language.ts`). */
import { NONE, type SecretLanguage, words } from './secret-language.js';

export const turkish: SecretLanguage = {
  terms: {
    password: words(
      'sifre, sifreniz, sifrenizi, sifreni, sifren, parola, parolaniz, parolanizi, parolani, sifresi, parolasi, pin kodu, pin kodunuz, kurtarma ifadesi',
    ),
    key: words(
      'api anahtari, api anahtariniz, api anahtarinizi, gizli anahtar, ozel anahtar, erisim anahtari, erisim belirteci, erisim jetonu',
    ),
    card: words('kart numarasi, kart numaraniz, kart numaranizi, kredi karti, kredi karti numarasi'),
    code: words('dogrulama kodu, dogrulama kodunu, guvenlik kodu, tek kullanimlik sifre, tek kullanimlik kod, onay kodu, sms kodu'),
  },
  of: NONE,
  articles: NONE,
  after: words('girin, giriniz, gir, yazin, yaziniz, yaz, nedir, lutfen, tekrar, onayla, onaylayin, icin, ve, veya, gerekli, 1, 2'),
  asks: words('girin, giriniz, gir, yazin, yaziniz, yaz, nedir, onaylayin, gonderin, paylasin, gerekli'),
  negations: words('degil, asla, girmeyin, paylasmayin, yazmayin'),
};

export const arabic: SecretLanguage = {
  terms: {
    password: words('كلمة المرور, كلمة السر, كلمة مرور, كلمة سر, الرقم السري, رمز المرور, بيانات الدخول, عبارة المرور, عبارة الاسترداد'),
    key: words('مفتاح api, المفتاح السري, المفتاح الخاص, رمز الوصول, مفتاح سري, مفتاح خاص, مفتاح الواجهة'),
    card: words('رقم البطاقة, رقم بطاقة الائتمان, بطاقة الائتمان, بطاقة ائتمان'),
    code: words('رمز التحقق, رمز التأكيد, كود التحقق, رمز الأمان, رمز لمرة واحدة'),
  },
  of: NONE,
  about: words('طول, سياسة, قوة, عدد, تلميح, نوع, قواعد, اسم, صلاحية, تغيير'),
  articles: NONE,
  after: NONE,
  asks: words('ادخل, اكتب, ارسل, اعط, زود, قدم, اكد, يرجى, الرجاء, ما, شارك'),
  negations: words('لا, ابدا, بدون, لن'),
};

export const hindi: SecretLanguage = {
  terms: {
    password: words('पासवर्ड, पासकोड, पिन, पिन कोड, गुप्त शब्द, कूटशब्द'),
    key: words('api कुंजी, एपीआई कुंजी, एपीआई की, गुप्त कुंजी, निजी कुंजी, एक्सेस टोकन, टोकन'),
    card: words('कार्ड नंबर, क्रेडिट कार्ड, क्रेडिट कार्ड नंबर, डेबिट कार्ड नंबर, सीवीवी'),
    code: words('ओटीपी, सत्यापन कोड, सुरक्षा कोड, एक बार का कोड'),
  },
  of: NONE,
  articles: NONE,
  after: words('दर्ज, डालें, डालिए, लिखें, बताएं, भेजें, यहाँ, यहां, दें, और, या, क्या, फिर'),
  asks: words('दर्ज, डालें, डालिए, लिखें, बताएं, भेजें, दें, क्या, साझा'),
  negations: words('न, नहीं, मत, कभी'),
};
