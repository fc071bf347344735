// Starts `sanlint lsp` and shows what it reports; everything else is done by the server.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async () => {
  const settings = workspace.getConfiguration("sanlint");
  const server = { command: settings.get("command"), args: ["lsp", ...settings.get("arguments")] };
  client = new LanguageClient("sanlint", server, {
    documentSelector: [
      { scheme: "file", language: "yaml" },
      { scheme: "file", language: "json" },
      { scheme: "file", pattern: "**/pyproject.toml" },
    ],
    // Files that are not open belong to the audit, too.
    synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.{yaml,yml,json,toml,txt,log,csv,xml}") }, // codespell:ignore synchronize
  });
  await client.start();
};

exports.deactivate = () => client?.stop();
