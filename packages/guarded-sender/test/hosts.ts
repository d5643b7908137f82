/** Addresses outside of the public internet, in every spelling that the URL parser accepts. */
export const PRIVATE_ADDRESSES = `
  0.0.0.0 0.0.0.1 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.0.0.2 127.255.255.255
  169.254.0.1 169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.170 192.0.2.1
  192.31.196.1 192.52.193.1 192.88.99.1 192.168.0.1 192.168.255.255 192.175.48.1 198.18.0.1 198.19.255.255
  100.100.100.200 168.63.129.16 192.0.0.192 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255

  2130706433 0x7f000001 0X7F000001 017700000001 0x7f.1 0x7f.0.0.1 0x7f.0x0.0x0.0x1 0177.0.0.1 0177.0.0.01
  0177.1 127.1 127.0.1 127.0.0.1. 127.1. 127.0.0.0x1 0x7f.0.1 127.0x1 127.0.0.01 127.0000.0.1 0 0. 0x0 00 0x 0.0
  2852039166 0xa9fea9fe 0xa9.0xfe.0xa9.0xfe 0251.0376.0251.0376 169.254.43518 169.16689662 169.254.0xa9fe
  3232235777 0xc0a80101 192.168.257 192.11010305 10.1 012.1 167772161 0xa.1 172.1048577 4294967295 0xffffffff
  2822734096 0xa83f8110 168.4161808
  ①②⑦.⓪.⓪.① １２７.０.０.１ 127。0。0。1 127．0．0．1 ０x７f.1 𝟏𝟐𝟕.𝟎.𝟎.𝟏 127%2e0%2e0%2e1 %31%32%37.0.0.1 ①⑥⑨.②⑤④.①⑥⑨.②⑤④

  [::] [::1] [0:0:0:0:0:0:0:1] [0000:0000:0000:0000:0000:0000:0000:0001] [0::1] [::0001] [::0:1] [::2]
  [::127.0.0.1] [::7f00:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::FFFF:127.0.0.1] [0:0:0:0:0:ffff:127.0.0.1]
  [0:0:0:0:0:ffff:7f00:0001] [::ffff:10.0.0.1] [::ffff:192.168.0.1] [::ffff:169.254.169.254] [::ffff:a9fe:a9fe]
  [::ffff:0:127.0.0.1] [::ffff:0:0] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b::a9fe:a9fe]
  [64:ff9b::10.0.0.1] [64:ff9b:1::1] [64:ff9b:1:a9fe:a9:fe00::] [2002:7f00:1::] [2002:7f00:1::1] [2002:a00:1::1]
  [2002:a9fe:a9fe::1] [2002:c0a8:1::] [2001::1] [2001:0:4136:e378:8000:63bf:3fff:fdd2] [2001:0:7f00:1::]
  [2001:2::1] [2001:10::1] [2001:20::1] [2001:1ff::1] [2001:db8::1] [2001:DB8::1] [3fff::1] [3fff:fff::1]
  [::ffff:168.63.129.16] [64:ff9b::a83f:8110] [2002:a83f:8110::] [fd00:ec2::253] [fd20:ce::254] [fd00:42::42]
  [2620:4f:8000::1] [5f00::1] [100::1] [100:0:0:1::1] [fc00::1] [fd00::1] [fd00:ec2::254] [fdff:ffff::1] [fe80::1]
  [FE80::1] [febf::1] [fec0::1] [feff::1] [ff00::1] [ff02::1] [ff05::1:3] [4000::1] [8000::1] [1fff::1]
`.match(/\S+/g)!;

/** Spellings of loopback addresses, at which this machine would respond. */
export const LOOPBACK_SPELLINGS = PRIVATE_ADDRESSES.filter((host) =>
  ['127.0.0.1', '[::ffff:7f00:1]'].includes(new URL(`http://${host}`).hostname),
);

/** Names that are only valid in private networks. */
export const PRIVATE_NAMES = `
  localhost localhost.localdomain LOCALHOST LocalHost localhost. local%68ost ⓛⓞⓒⓐⓛⓗⓞⓢⓣ ｌｏｃａｌｈｏｓｔ foo.localhost foo.localhost. a.b.LOCALHOST
  ip6-localhost ip6-loopback db server1 intranet wiki.intranet printer.local router.lan nas.home dc.corp
  gateway.home.arpa metadata.google.internal instance-data.ec2.internal service.INTERNAL. app.test nothing.invalid
`.match(/\S+/g)!;

/** Invalid hosts. */
export const NO_HOSTS = `
  [fe80::1%25eth0] [::1%25lo] [fe80::1%eth0] [::ffff:127.1] [127.0.0.1] 127.0.0.1.1 256.0.0.1 0x100000000 4294967296
  1.2.3.4.5 127..1 [:1] [1::2::3] [0x7f::1]
`.match(/\S+/g)!;

/** Neighbours of refused addresses, and public names. */
export const PUBLIC_HOSTS = `
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255
  169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0
  198.51.101.0 203.0.112.255 223.255.255.255 0x08.8.8.8 134744072
  [2606:4700:4700::1111] [2001:4860:4860::8888] [2001:200::1] [2a00:1450:4001::1] [2003::1] [3ffe::1] [3fff:1000::1]
  example.com EXAMPLE.com. hooks.example.com:8443 bücher.example localhost.example internal.example.com test.de
`.match(/\S+/g)!;
