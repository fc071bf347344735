"""Texts of real formats with planted credentials (``S3CRET`` and a number) and planted serial numbers and names.

Each file begins with something that a reader recognises, because what no reader recognises is not written at all.
"""

from __future__ import annotations

ZONING = """\
[Zoning]
cfg.a:z1
zone.z1:10:00:00:90:fa:e1:01:01;50:00:14:42:60:a1:11:00
enable:a
"""

BROCADE = (
    """\
sw-a1:admin> configshow
[Configuration upload Information]
Configuration Format = 3.0
date = Thu Mar  5 08:00:00 2026
FOS version = v8.2.1a
[Switch Configuration Begin : 0]
SwitchName = sw-a1
[Boot Parameters]
boot.ipa:10.1.1.10
boot.mac:00:05:1e:7b:8c:9d
boot.sernum:BQK1907M0AX
[Configuration]
snmp.communityString.0:S3CRET001
snmp.snmpv3User.0.authPasswd:S3CRET002
snmp.snmpv3User.0.privPasswd:S3CRET003
radius.server.1.secret:S3CRET004
ldap.bind.password:S3CRET005
auth.dhchapSecret:S3CRET006
passwd.admin:$6$S3CRET007$S3CRET00700000000000000
supportftp.pswd:S3CRET008
supportftp.user:backup
cert.key.pw:S3CRET009
tacacs.server.0.key.secret:S3CRET010
switchName:sw-a1
fabric.domain:1
"""
    + ZONING
)

ALIASES = """\
sw-a1:admin> alishow
Defined configuration:
 alias: db_h0:10:00:00:90:fa:e1:77:01
 alias: esx01_hba1
\t\t10:00:00:90:fa:e1:01:01
# root password is S3CRET011
sw-a1:admin> aaaconfig --add 10.1.1.9 -conf radius -p 1812 -s S3CRET012 -t 3
"""

NXOS = """\
mds-a# show running-config
!Command: show running-config
!Time: Thu Mar  5 08:00:00 2026
version 8.4(2b)
! old password S3CRET020 until March
username admin password 5 $5$S3CRET021$S3CRET0210123456789abcdefghijklmnopqrstu  role network-admin
username joe password 7 "S3CRET022"
snmp-server user admin network-admin auth md5 0x53cre7000023 priv 0x53cre7000024 localizedkey
snmp-server user op network-operator auth sha S3CRET025 priv aes-128 S3CRET026
snmp-server host 10.1.1.1 traps version 2c S3CRET027 udp-port 1163
snmp-server community S3CRET028 group network-operator
radius-server host 10.1.1.2 key 7 "S3CRET029" authentication accounting
radius-server host 10.1.1.3 S3CRET030
radius-server host 10.1.1.4 S3CRET031 auth-port 1812
tacacs-server host 10.1.1.5 S3CRET032
tacacs-server key 7 "S3CRET033"
ntp authentication-key 1 md5 S3CRET034 7
fcsp dhchap password 7 S3CRET035
fcsp dhchap devicename 50:00:14:42:60:a1:11:00 password S3CRET041
username joe sshkey ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQS3CRET042 joe@kestrelhost
enable secret 5 $1$S3CRET043$S3CRET043
callhome
  destination-profile x http https://collector.example/in?token=S3CRET036&site=1
  destination-profile y http https://collector.example/in?site=1&sig=S3CRET037
  destination-profile z http https://collector.example/hooks/S3CRET038/x
  transport http proxy https://proxy:S3CRET039@10.1.1.8
  feed https://S3CRET0401234567890@collector.example/in
vsan database
  vsan 10 name "PROD_A"
device-alias database
  device-alias name esx01_hba1 pwwn 10:00:00:90:fa:e1:01:01
zone name esx01_vplex vsan 10
    member device-alias esx01_hba1
    member pwwn 50:00:14:42:60:a1:11:00
zoneset name ZS_A vsan 10
  member esx01_vplex
zoneset activate name ZS_A vsan 10
an unknown line with password 7 S3CRET044
"""

VPLEX = """\
{"response": {"context": [{"type": "fc-initiator-port", "parent": "/clusters/cluster-1/exports/initiator-ports",
 "attributes": [{"name": "name", "value": "esx01_hba1"}, {"name": "port-wwn", "value": "0x10000090fae10101"},
 {"name": "password", "value": "S3CRET050"}, {"name":"bind-password","value":"S3CRET051"},
 {"value": "S3CRET052", "name": "ldap-password"}, {"name": "chap-secret", "type": "text", "value": "S3CRET053"},
 {
   "name": "shared-secret",
   "value": "S3CRET054"
 }], "password": "S3CRET055", "tokens": ["S3CRET056", "S3CRET057"]}], "message": "", "exception": null,
 "session_id": "S3CRET058"}}
"""

XTREMIO = """\
{"content": {"name": "xio1", "sys-psnt-serial-number": "CKM00991190019", "sys-sw-version": "4.0.25-27", "obj-severity": "information",
 "chap-initiator-password": "S3CRET060", "cluster-password": "S3CRET061",
 "brick-serial-number": "QTFCK14220091", "fru-serial-number": "QTFCL15330092", "bbu-serial-number": "QTFCM16440093",
 "ssd-serial-number": "QTFCN17550094", "service-tag": "QTFCP18660095"}, "links": []}
"""

INVENTORY = """\
sanlint: 1
# pw for the array: S3CRET070
hosts:
  - host: esx01
    # service account pass S3CRET071
switches:
  - switch: sw-a1
"""

PLAYBOOK = """\
- name: zoning
  hosts: switches
  vars:
    ansible_password: S3CRET080
    password: >-
      S3CRET081
      S3CRET082
    api_token: |
      S3CRET083
    secrets:
      - S3CRET084
      - S3CRET085
    passwords: [S3CRET086, S3CRET087]
    tokens:
      first: S3CRET088
    vault_password: !vault |
      $ANSIBLE_VAULT;1.1;AES256
      53c2e7000089aa53c2e7000089bb53c2e7000089cc
      53c2e7000090aa53c2e7000090bb
  tasks:
    - name: zones
      cisco.nxos.nxos_zone_zoneset:
        config:
          - vsan: 10
            zone:
              - name: esx01_vplex
                members:
                  - pwwn: 10:00:00:90:fa:e1:01:01
                  - pwwn: 50:00:14:42:60:a1:11:00
"""

LINUX = """\
[root@db01 ~]# multipath -ll
mpatha (360000970000197600777533030304330) dm-1 EMC,SYMMETRIX
size=100G features='1 queue_if_no_path' hwhandler='0' wp=rw
`-+- policy='service-time 0' prio=1 status=active
  |- 1:0:0:1 sdb 8:16 active ready running
  `- 2:0:0:1 sdc 8:32 active ready running
[root@db01 ~]# esxcli -s esx01 -u root -p S3CRET100 storage core path list
[root@db01 ~]# esxcli --server esx01 --username root --password=S3CRET101 storage core path list
[root@db01 ~]# xmcli -u tech -p S3CRET102 show-volumes
[root@db01 ~]# ipmitool -I lanplus -H bmc -U root -P S3CRET103 power status
[root@db01 ~]# iscsiadm -m node -o update -n node.session.auth.password -v S3CRET104
[root@db01 ~]# iscsiadm -m node -o update -n node.session.auth.password_in --value=S3CRET105
[root@db01 ~]# smbclient //filer/share -U backup%S3CRET106
[root@db01 ~]# smbclient //filer/share S3CRET107 -U backup
[root@db01 ~]# smbclient --user=backup%S3CRET108 //filer/share
[root@db01 ~]# net use Z: \\\\filer\\share S3CRET109 /user:backup
[root@db01 ~]# net use \\\\filer\\share /user:dom\\backup S3CRET110
[root@db01 ~]# net user backup S3CRET111 /add
[root@db01 ~]# echo 'backup:S3CRET112' | chpasswd
[root@db01 ~]# echo "backup:S3CRET113" | sudo chpasswd -c SHA512
[root@db01 ~]# chpasswd <<< 'backup:S3CRET114'
[root@db01 ~]# htpasswd -b /etc/web.pw backup S3CRET115
[root@db01 ~]# htpasswd -bc /etc/web.pw backup S3CRET116
[root@db01 ~]# htpasswd -nb backup S3CRET117
[root@db01 ~]# openssl enc -aes-256-cbc -k S3CRET118 -in a -out b
[root@db01 ~]# openssl rsa -in a.key -passin pass:S3CRET119
[root@db01 ~]# openssl enc -K 53c2e70000120 -iv 0 -in a
[root@db01 ~]# symcli -h db01 -u op -p S3CRET121
[root@db01 ~]# symcfg list -passphrase S3CRET122
[root@db01 ~]# sshpass -p S3CRET123 ssh op@sw-a1
[root@db01 ~]# naviseccli -User op -Password S3CRET124 -Scope 0 getagent
[root@db01 ~]# mysql -u op -pS3CRET125 san
[root@db01 ~]# curl -k -u op:S3CRET126 https://xms.example/api
[root@db01 ~]# curl -H 'Authorization: Bearer S3CRET127abcdef' https://x.example/
[root@db01 ~]# curl -H "X-Auth-Token: S3CRET128" https://x.example/
[root@db01 ~]# ldapsearch -x -D cn=op -w S3CRET129 -b dc=example
[root@db01 ~]# snmpwalk -v 2c -c S3CRET130 sw-a1
[root@db01 ~]# snmpget -v3 -u op -A S3CRET131 -X S3CRET132 sw-a1 1.3.6
[root@db01 ~]# sqlplus op/S3CRET133@orcl
[root@db01 ~]# mount -t cifs //filer/share /mnt -o username=op,password=S3CRET134
[root@db01 ~]# echo S3CRET135 | sudo -S multipath -ll
[root@db01 ~]# PGPASSWORD=S3CRET136 psql -h db01
[root@db01 ~]# zip -P S3CRET137 out.zip a.txt
[root@db01 ~]# racadm -r idrac -u root -p S3CRET138 getsysinfo
"""

WINDOWS = """\
PS C:\\> $p = ConvertTo-SecureString 'S3CRET150' -AsPlainText -Force
PS C:\\> $p = ConvertTo-SecureString -String "S3CRET151" -AsPlainText -Force
PS C:\\> $p = ConvertTo-SecureString -AsPlainText -Force S3CRET152
PS C:\\> $c = New-Object System.Management.Automation.PSCredential('op', 'S3CRET153')
PS C:\\> # the password for the array was S3CRET154
PS C:\\> Connect-VIServer -Server vc01 -User op -Password S3CRET155
PS C:\\> mpclaim -s -d

For more information about a particular disk, use 'mpclaim -s -d #' where # is the MPIO disk number.

MPIO Disk    System Disk  LB Policy    DSM Name
-------------------------------------------------------------------------------
MPIO Disk0   Disk 1       RR           Microsoft DSM
"""

ISCSI = """\
# multipath.conf
defaults {
    user_friendly_names yes
    find_multipaths yes
}
node.session.auth.password = S3CRET170
discovery.sendtargets.auth.password_in = S3CRET171
"""

NOTES = """\
joe@db02's password: S3CRET180
login: admin
password: S3CRET181
Authorization: Basic UzNDUkVUMTgyOlMzQ1JFVDE4Mg==
Cookie: JSESSIONID=S3CRET183
-----BEGIN RSA PRIVATE KEY-----
S3CRET184
-----END RSA PRIVATE KEY-----
"""

PROSE = """\
joe's password is S3CRET200
The password is S3CRET201. Admin password was changed to S3CRET202 yesterday
password for admin: S3CRET203
use S3CRET204 as the password
login with admin/S3CRET205
user admin pass S3CRET206
scp admin:S3CRET207@10.1.1.1
Joe said the root password on vplex is now S3CRET208, please keep it
the array's password (S3CRET209)
das Kennwort lautet S3CRET210
contrase\u00f1a: S3CRET211
the community string is S3CRET212
passcode S3CRET213, PIN: S3CRET214
rocommunity S3CRET215 default
com2sec monitor default S3CRET216
createUser op SHA "S3CRET217" AES "S3CRET218"
root:S3CRET219:18000:0:99999:7:::
url=jdbc:oracle:thin:scott/S3CRET220@db01:1521:san
sudo -S multipath -ll <<< S3CRET221
expect "assword:" ; send "S3CRET222\\r"
userConfig --add op -r admin -p S3CRET223
ldapcfg --bindpwd S3CRET224
license key: S3CRET225
define('DB_PASS', 'S3CRET226');
$cred_password := 'S3CRET227'
Connect-VIServer vc01 -Password (ConvertTo-SecureString "S3CRET228" -AsPlainText -Force)
{"password": {"text": "S3CRET229"}}
password s3cretive-S3CRET230
"""

TABLES = """host,user,password,note
db01,op,S3CRET240,"a, b"
db02,op,"S3CRET,241",

| switch | community | role |
|---|---|---|
| sw-a1 | S3CRET242 | ro |

user;pass
op;S3CRET243
"""

XML = """\
<?xml version="1.0"?>
<SymCLI_ML>
  <Symmetrix>
    <Symm_Info>
      <symid>000197600778</symid>
      <password>S3CRET160</password>
      <PROPERTY name="auth-password"><VALUE>S3CRET161</VALUE></PROPERTY>
      <setting name="bind_password" value="S3CRET162"/>
    </Symm_Info>
  </Symmetrix>
</SymCLI_ML>
"""

ISL = """\
sw-a1:admin> islshow
  1:  0->  0 10:00:00:05:33:23:86:00   1 kestrelhal-wold sp:  8.000G bw: 16.000G TRUNK QOS
  2:  8-> 17 10:00:00:05:33:c6:f7:23  29 kestrelhall-edg sp:  8.000G bw:  8.000G
"""

SWITCH = """\
kestrelhall-edge7:admin> switchshow
switchName:     kestrelhall-edge7
switchType:     109.1
switchState:    Online
switchMode:     Native
switchRole:     Principal
switchDomain:   29
switchId:       fffc1d
switchWwn:      10:00:00:05:33:c6:f7:23
Index Port Address Media Speed State     Proto
==============================================
   0   0   1d0000   id    N8   Online      FC  F-Port  10:00:00:90:fa:e1:01:01
"""

FILES = {
    "sw-a1/configshow.txt": BROCADE,
    "sw-a1/alishow.txt": ALIASES,
    "sw-a1/islshow.txt": ISL,
    "kestrelhall-edge7/switchshow.txt": SWITCH,
    "mds-a/running-config.txt": NXOS,
    "vplex/initiators.json": VPLEX,
    "xio1/cluster.json": XTREMIO,
    "declared/inventory.yaml": INVENTORY,
    "iac/zoning.yaml": PLAYBOOK,
    "db01/session.txt": LINUX,
    "win01/session.txt": WINDOWS,
    "db02/multipath.conf": ISCSI,
}
TEXTS = {**FILES, "symm/list.xml": XML, "other/notes.txt": NOTES, "other/prose.txt": PROSE, "other/tables.txt": TABLES}
"""The files, and texts that no reader recognises in this form."""

SPELLED = ("S3CRET", "53cre7", "53c2e7", "UzNDUkVU")
"""The beginnings of the planted credentials, as text, in hexadecimal digits and in base 64."""

NAMES = (
    "00:05:1e:7b:8c:9d", "7b:8c:9d", "BQK1907M0AX", "fa:e1:77", "CKM00991190019", "QTFCK14220091", "QTFCL15330092", "QTFCM16440093",
    "QTFCN17550094", "QTFCP18660095", "kestrelh",
)  # fmt: skip
"""Serial numbers, addresses and names that must not be in the result either."""
